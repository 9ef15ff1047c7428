import { type SexAndBirthday as JudgedPerson, verdictOn } from '@sukoyaka/rules/record/judge'
import { tokyoStartOfDay } from '@sukoyaka/rules/time'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Db } from '../../database/db.ts'
import { derive } from '../checkup/derived-store.ts'
import type { Judging } from '../checkup/judging-store.ts'
import { test_packages, test_results } from '../checkup/tables.ts'
import { patients } from '../patient/tables.ts'
import { type Held, type Judged, judgeRows, keepJudged } from './check-store.ts'
import { peopleNumbered } from './people-store.ts'
import type { Plan, Value } from './read-row.ts'
import type { Import } from './store.ts'
import { import_packages, import_rows, results_imports } from './tables.ts'

export type Writing = { held: Import; plan: Plan; judging: Judging }
type Placed = Judged & { patient_id: number; tested_on: string; package_id: number; tested_at: string }

/** Finds or creates the checkup of each row: one per person and day. */
const placed = async (scope: PatientScope, { id, name, facility }: Import, taken: readonly Judged[]): Promise<Placed[]> => {
  const homeless = taken.filter((row) => !row.package)
  const rows = homeless.map(({ patient_id, tested_on }) => ({ user_id: patient_id!, tested_at: tokyoStartOfDay(tested_on!).toISOString() }))
  const made = rows.length
    ? await scope
        .insert(test_packages)
        .values(rows.map((row) => ({ ...row, kind: 'general' as const, name, location: facility, status: testPackageStatus.complete })))
        .returning({ id: test_packages.id, tested_at: test_packages.tested_at })
    : []
  if (made.length) await scope.db.insert(import_packages).values(made.map((created) => ({ import_id: id, test_package_id: created.id })))
  return taken.map((row) => {
    const home = row.package ?? made[homeless.indexOf(row)]!
    return { ...row, patient_id: row.patient_id!, tested_on: row.tested_on!, package_id: home.id, tested_at: home.tested_at }
  })
}

type RawJson = Value & { visit: Placed; held: Held | undefined }

const rowOf = ({ visit: one, category_id, value, entered_value, entered_unit }: RawJson, { held, judging }: Writing, person: JudgedPerson) => ({
  user_id: one.patient_id,
  category_id,
  test_package_id: one.package_id,
  recorded_at: one.tested_at,
  type: 0,
  origin: held.facility || held.name,
  value,
  entered_value,
  entered_unit,
  import_id: held.id,
  ...verdictOn(judging.byId.get(category_id)!, judging.byId.get(category_id)!.versions, person, { value, recorded_at: one.tested_at }),
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
    update ${scope.target(test_results)} r set value = n.value, entered_value = n.entered_value, entered_unit = n.entered_unit, status = n.status, range_id = n.range_id,
      is_serious = n.is_serious, is_derived = false, updated_at = now()
    from json_populate_recordset(null::${scope.target(test_results)}, ${json}::json) n where r.id = n.id`)
}

export const auditPatients = async (db: Db, user_id: number, action: string, patient_ids: readonly number[]) => {
  const ids = sql.param([...new Set(patient_ids)])
  await db.execute(sql`
    insert into audit_logs (user_id, patient_id, action, outcome, status) select ${user_id}, p, ${action}, 'done', 200 from unnest(${ids}::bigint[]) p`)
  await db.execute(sql`select publish_event(null, p, array['test_packages', 'test_results']) from unnest(${ids}::bigint[]) p`)
}

/** Rows after this line: all, those still to be written, or those already written. */
export const rowsAfter = (scope: PatientScope, import_id: number, line: number, which: 'all' | 'waiting' | 'written', max: number) => {
  const isWaiting = and(inArray(import_rows.outcome, ['new', 'changed']), isNull(import_rows.test_package_id))
  return scope.db
    .select()
    .from(scope.rows(import_rows))
    .where(
      and(
        eq(import_rows.import_id, import_id),
        gt(import_rows.line, line),
        which === 'waiting' ? isWaiting : which === 'written' ? isNotNull(import_rows.test_package_id) : undefined,
      ),
    )
    .orderBy(import_rows.line)
    .limit(max)
}

/** Judges these rows again and writes them: the records may have changed since the check. */
export const applyRows = async (scope: PatientScope, writing: Writing, rows: (typeof import_rows.$inferSelect)[]): Promise<void> => {
  const { held, plan } = writing
  // without this lock, two concurrent writers would each create a checkup
  const ids = rows.flatMap(({ patient_id }) => patient_id ?? [])
  if (ids.length) await scope.db.execute(sql`select from ${scope.rows(patients)} where user_id = any(${sql.param(ids)}) order by user_id for no key update`)
  const judged = await judgeRows(scope, held.facility, plan, rows, true)
  await keepJudged(scope, held.id, judged)
  const taken = await placed(
    scope,
    held,
    judged.filter(({ outcome }) => outcome === 'new' || outcome === 'changed'),
  )
  const people = await peopleNumbered(
    scope,
    taken.map(({ patient_id }) => patient_id),
  )
  const written = taken.flatMap((visit) => visit.values.map((value): RawJson => ({ ...value, visit, held: visit.package?.held.get(value.category_id) })))
  const judgedRow = (value: RawJson) => rowOf(value, writing, people.get(value.visit.patient_id)!)
  await insertResults(scope, written.filter((result) => !result.held).map(judgedRow))
  await updateResults(
    scope,
    held.id,
    written.flatMap((result) =>
      result.held && (result.held.is_derived || result.held.value !== result.value) ? [{ ...judgedRow(result), id: result.held.id }] : [],
    ),
  )
  for (const { patient_id: user_id, package_id, tested_at } of taken)
    await derive(scope, {
      place: { user_id, test_package_id: package_id },
      person: people.get(user_id)!,
      judging: writing.judging,
      moments: [tested_at],
      isShown: false,
    })
  if (taken.length)
    await scope.db.execute(sql`
      update ${scope.target(import_rows)} r set test_package_id = n.test_package_id from json_populate_recordset(null::${scope.target(import_rows)}, ${JSON.stringify(
        taken.map(({ row, package_id }) => ({ line: row.line, test_package_id: package_id })),
      )}::json) n where r.import_id = ${held.id} and r.line = n.line`)
  await auditPatients(
    scope.db,
    held.applied_by ?? held.user_id,
    'POST /api/results_imports/:id/apply',
    taken.map(({ patient_id }) => patient_id),
  )
}

export const isStill = async (db: Db, { id, run, state }: Pick<Import, 'id' | 'run' | 'state'>): Promise<boolean> => {
  const rows = await db
    .select({ id: results_imports.id })
    .from(results_imports)
    .where(and(eq(results_imports.id, id), eq(results_imports.run, run), eq(results_imports.state, state)))
    .for('update')
  return rows.length > 0
}
