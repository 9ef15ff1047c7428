// built per call: an import is rare and each of its reads is long

import { withJudgements, withoutImport } from '@sukoyaka/rules/boards/provider-judgements'
import { type SexAndBirthday as JudgedPerson, verdictOn } from '@sukoyaka/rules/record/judge'
import { tokyoStartOfDay } from '@sukoyaka/rules/time'
import { type ProviderJudgement, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Db } from '../../database/db.ts'
import { derive } from '../checkup/derived-store.ts'
import type { Judging } from '../checkup/judging-store.ts'
import { test_packages, test_results } from '../checkup/tables.ts'
import { patients } from '../patient/tables.ts'
import { type ExistingResult, isSameValue, type JudgedRow, judgeRows, storeJudgedRows } from './check-store.ts'
import { importedPeopleByIds } from './people-store.ts'
import type { ColumnLayout, Value } from './read-row.ts'
import type { Import } from './store.ts'
import { import_packages, import_rows, results_imports } from './tables.ts'

export type ApplyContext = { resultsImport: Import; layout: ColumnLayout; judging: Judging }
type PlacedRow = JudgedRow & { patient_id: number; tested_on: string; package_id: number; tested_at: string }

/** The rows with their checkups. Creates a checkup for each row that has none. */
const placeRows = async (scope: PatientScope, { id, name, facility }: Import, accepted: readonly JudgedRow[]): Promise<PlacedRow[]> => {
  const unplaced = accepted.filter((row) => !row.package)
  const rows = unplaced.map(({ patient_id, tested_on }) => ({ user_id: patient_id!, tested_at: tokyoStartOfDay(tested_on!).toISOString() }))
  const created = rows.length
    ? await scope
        .insert(test_packages)
        .values(rows.map((row) => ({ ...row, kind: 'general' as const, name, location: facility, status: testPackageStatus.complete })))
        .returning({ id: test_packages.id, tested_at: test_packages.tested_at })
    : []
  if (created.length) await scope.db.insert(import_packages).values(created.map((created) => ({ import_id: id, test_package_id: created.id })))
  return accepted.map((row) => {
    const testPackage = row.package ?? created[unplaced.indexOf(row)]!
    return { ...row, patient_id: row.patient_id!, tested_on: row.tested_on!, package_id: testPackage.id, tested_at: testPackage.tested_at }
  })
}

type ImportedValue = Value & { visit: PlacedRow; existing: ExistingResult | undefined }

const rowOf = (
  { visit, category_id, value, comparator, entered_value, entered_unit }: ImportedValue,
  { resultsImport, judging }: ApplyContext,
  person: JudgedPerson,
) => ({
  user_id: visit.patient_id,
  category_id,
  test_package_id: visit.package_id,
  recorded_at: visit.tested_at,
  type: 0,
  origin: resultsImport.facility || resultsImport.name,
  value,
  comparator,
  entered_value,
  entered_unit,
  import_id: resultsImport.id,
  ...verdictOn(judging.byId.get(category_id)!, judging.byId.get(category_id)!.versions, person, { value, comparator, recorded_at: visit.tested_at }),
})

const insertResults = async (scope: PatientScope, rows: object[]) => {
  if (!rows.length) return
  const names = Object.keys(rows[0]!)
  const columns = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )
  const { rowCount } = await scope.db.execute(
    sql`insert into ${scope.target(test_results)} (${columns}) select ${columns} from json_populate_recordset(null::${scope.target(test_results)}, ${JSON.stringify(rows)}::json)
        on conflict do nothing`,
  )
  // somebody wrote the same value concurrently: the retry judges it as unchanged or changed
  if (rowCount !== rows.length) throw new Error('results were written concurrently')
}

/**
 * Saves each value as it was, then overwrites it. A value saved by an earlier run is kept, unless somebody edited it since: then an undo restores the
 * edit.
 */
const updateResults = async (scope: PatientScope, import_id: number, rows: (ReturnType<typeof rowOf> & { id: number })[]) => {
  if (!rows.length) return
  const json = JSON.stringify(rows)
  await scope.db.execute(sql`
    insert into result_changes (import_id, result_id, test_package_id, before, written_at)
    select ${import_id}, r.id, r.test_package_id, to_jsonb(r), now() from ${scope.from(test_results, 'r')}
    where r.id in (select id from json_populate_recordset(null::${scope.target(test_results)}, ${json}::json))
    on conflict (import_id, result_id) do update set written_at = excluded.written_at, before = case
      when result_changes.written_at = (excluded.before ->> 'updated_at')::timestamptz then result_changes.before else excluded.before end`)
  await scope.db.execute(sql`
    update ${scope.target(test_results)} r set value = n.value, comparator = n.comparator, entered_value = n.entered_value, entered_unit = n.entered_unit, status = n.status, range_id = n.range_id,
      is_serious = n.is_serious, is_derived = false, updated_at = now()
    from json_populate_recordset(null::${scope.target(test_results)}, ${json}::json) n where r.id = n.id`)
}

export const auditAndPublish = async (db: Db, user_id: number, action: string, patient_ids: readonly number[]) => {
  const ids = sql.param([...new Set(patient_ids)])
  await db.execute(sql`
    insert into audit_logs (user_id, patient_id, action, outcome, status) select ${user_id}, p, ${action}, 'done', 200 from unnest(${ids}::bigint[]) p`)
  await db.execute(sql`select publish_event(null, p, array['test_packages', 'test_results']) from unnest(${ids}::bigint[]) p`)
}

/** Rows after this line: all, those still to be written, or those already written. */
export const rowsAfter = (scope: PatientScope, import_id: number, line: number, state: 'all' | 'waiting' | 'written', max: number) => {
  const isWaiting = and(inArray(import_rows.outcome, ['new', 'changed']), isNull(import_rows.test_package_id))
  return scope.db
    .select()
    .from(scope.rows(import_rows))
    .where(
      and(
        eq(import_rows.import_id, import_id),
        gt(import_rows.line, line),
        state === 'waiting' ? isWaiting : state === 'written' ? isNotNull(import_rows.test_package_id) : undefined,
      ),
    )
    .orderBy(import_rows.line)
    .limit(max)
}

export const setJudgements = (scope: PatientScope, checkups: readonly { package_id: number; judgements: readonly ProviderJudgement[] }[]) =>
  scope.db.execute(sql`
    update ${scope.target(test_packages)} p set provider_judgements = n.judgements, updated_at = greatest(now(), p.updated_at + interval '1 millisecond')
    from jsonb_to_recordset(${JSON.stringify(checkups)}::jsonb) n(package_id bigint, judgements jsonb) where p.id = n.package_id and p.provider_judgements <> n.judgements`)

/** Writes the provider's judgements. Those of the checkup after it, and those that it would have without the import, are stored with the row for the undo. */
const writeJudgements = async (scope: PatientScope, import_id: number, rows: readonly PlacedRow[]) => {
  const written = rows.flatMap(({ row, package: checkup, judgements, package_id }) => {
    const existing = checkup?.judgements ?? []
    const before = row.judgements_written ? withoutImport(existing, row.judgements_before ?? [], row.judgements_written) : existing
    return judgements.length ? [{ line: row.line, judgements: withJudgements(existing, judgements), before, package_id }] : []
  })
  if (!written.length) return
  await scope.db.execute(sql`
    update ${scope.target(import_rows)} r set judgements_written = n.judgements, judgements_before = n.before
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) n(line int, judgements jsonb, before jsonb) where r.import_id = ${import_id} and r.line = n.line`)
  await setJudgements(scope, written)
}

/** Judges these rows again, because the records may have changed since the check, and writes the new and changed ones. */
export const applyRows = async (scope: PatientScope, applyContext: ApplyContext, rows: (typeof import_rows.$inferSelect)[]): Promise<void> => {
  const { resultsImport, layout } = applyContext
  // without this lock, two concurrent writers would each create a checkup
  const ids = rows.flatMap(({ patient_id }) => patient_id ?? [])
  if (ids.length) await scope.db.execute(sql`select from ${scope.rows(patients)} where user_id = any(${sql.param(ids)}) order by user_id for no key update`)
  const judgedRows = await judgeRows(scope, resultsImport.facility, layout, rows, true)
  await storeJudgedRows(scope, resultsImport.id, judgedRows)
  const placedRows = await placeRows(
    scope,
    resultsImport,
    judgedRows.filter(({ outcome }) => outcome === 'new' || outcome === 'changed'),
  )
  const people = await importedPeopleByIds(
    scope,
    placedRows.map(({ patient_id }) => patient_id),
  )
  const importedValues = placedRows.flatMap((visit) =>
    visit.values.map((value): ImportedValue => ({ ...value, visit, existing: visit.package?.results.get(value.category_id) })),
  )
  const judgedRow = (value: ImportedValue) => rowOf(value, applyContext, people.get(value.visit.patient_id)!)
  await insertResults(scope, importedValues.filter((result) => !result.existing).map(judgedRow))
  await updateResults(
    scope,
    resultsImport.id,
    importedValues.flatMap((result) =>
      result.existing && (result.existing.is_derived || !isSameValue(result.existing, result)) ? [{ ...judgedRow(result), id: result.existing.id }] : [],
    ),
  )
  for (const { patient_id: user_id, package_id, tested_at } of placedRows)
    await derive(scope, {
      place: { user_id, test_package_id: package_id },
      person: people.get(user_id)!,
      judging: applyContext.judging,
      moments: [tested_at],
      needsPhoneCall: false,
    })
  await writeJudgements(scope, resultsImport.id, placedRows)
  if (placedRows.length)
    await scope.db.execute(sql`
      update ${scope.target(import_rows)} r set test_package_id = n.test_package_id from json_populate_recordset(null::${scope.target(import_rows)}, ${JSON.stringify(
        placedRows.map(({ row, package_id }) => ({ line: row.line, test_package_id: package_id })),
      )}::json) n where r.import_id = ${resultsImport.id} and r.line = n.line`)
  await auditAndPublish(
    scope.db,
    resultsImport.applied_by ?? resultsImport.user_id,
    'POST /api/results_imports/:id/apply',
    placedRows.map(({ patient_id }) => patient_id),
  )
}

export const isCurrentRun = async (db: Db, { id, run, state }: Pick<Import, 'id' | 'run' | 'state'>): Promise<boolean> => {
  const rows = await db
    .select({ id: results_imports.id })
    .from(results_imports)
    .where(and(eq(results_imports.id, id), eq(results_imports.run, run), eq(results_imports.state, state)))
    .for('update')
  return rows.length > 0
}
