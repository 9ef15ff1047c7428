// built per call: an import is rare and each of its reads is long

import { withoutImport } from '@sukoyaka/rules/boards/provider-judgements'
import type { Reading, SexAndBirthday } from '@sukoyaka/rules/record/judge'
import type { KeptResult } from '@sukoyaka/wire/boards/import-row'
import type { ProviderJudgement } from '@sukoyaka/wire/record/checkup'
import { type SQL, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { deriveOrWithdraw } from '../checkup/derived-store.ts'
import { judgedAgain } from '../checkup/judge-all-store.ts'
import type { Judging } from '../checkup/judging-store.ts'
import { removeEmptied } from '../checkup/package-store.ts'
import { test_packages, test_results, tests } from '../checkup/tables.ts'
import { patients } from '../patient/tables.ts'
import { checkup_reports } from '../report/tables.ts'
import { auditAndPublish, setJudgements } from './apply-store.ts'
import { importedPeopleByIds } from './people-store.ts'
import type { Import } from './store.ts'
import { import_rows } from './tables.ts'

type Line = Pick<typeof import_rows.$inferSelect, 'line' | 'test_package_id' | 'patient_id' | 'judgements_before' | 'judgements_written'>

/**
 * Deletes the values these rows added and restores the values and judgements they changed. Values and judgements written since are kept, and so are values of
 * a released checkup that would become critical again: nobody has called about them. What happens to the checkups that are left empty: `removeEmptied`.
 */
export const undoRows = async (scope: PatientScope, { id, user_id, applied_by }: Import, judging: Judging, rows: readonly Line[]): Promise<void> => {
  const packages = sql`${sql.param(rows.flatMap(({ test_package_id }) => test_package_id ?? []))}::bigint[]`
  for (const { patient_id } of rows) if (patient_id) scope.record(patient_id)
  // locks the patients and checkups: concurrent writes are either seen below or wait
  await scope.db.execute(sql`
    select from ${scope.rows(patients)} where user_id in (select user_id from ${scope.rows(test_packages)} where id = any(${packages})) order by user_id for no key update`)
  const { rows: checkups } = await scope.db.execute<{ id: number; judgements: ProviderJudgement[] }>(
    sql`select id, provider_judgements as judgements from ${scope.rows(test_packages)} where id = any(${packages}) order by id for update`,
  )
  const json = JSON.stringify(await judgedBefore(scope, id, judging, packages))
  await scope.db.execute(sql`
    with put_back as (
      update ${scope.target(test_results)} r set value = n.value, comparator = b.comparator, status = n.status, range_id = n.range_id, is_serious = n.is_serious, is_derived = b.is_derived,
        entered_value = n.entered_value, entered_unit = n.entered_unit, updated_at = b.updated_at
      from result_changes c, jsonb_populate_record(null::${scope.target(test_results)}, c.before) b, json_populate_recordset(null::${scope.target(test_results)}, ${json}::json) n,
        ${scope.from(test_packages, 'p')}
      where c.import_id = ${id} and c.test_package_id = any(${packages}) and r.id = c.result_id and r.id = n.id and r.updated_at = c.written_at
        and p.id = c.test_package_id and (p.released_at is null or r.is_serious or not n.is_serious)
      returning r.id)
    delete from result_changes c using put_back p where c.import_id = ${id} and c.result_id = p.id`)
  await scope.db.execute(
    sql`delete from ${scope.target(test_results)} where import_id = ${id} and test_package_id = any(${packages}) and updated_at = created_at`,
  )
  await setJudgements(scope, judgementsBefore(checkups, rows))
  await removeEmptied(scope, await emptiedOf(scope, id, packages))
  await scope.db.execute(
    sql`update ${scope.target(import_rows)} set test_package_id = null, judgements_before = null, judgements_written = null where import_id = ${id} and line = any(${sql.param(rows.map(({ line }) => line))})`,
  )
  await auditAndPublish(
    scope.db,
    applied_by ?? user_id,
    'POST /api/results_imports/:id/undo',
    rows.flatMap(({ patient_id }) => patient_id ?? []),
  )
  await rederive(scope, judging, packages)
}

const judgementsBefore = (checkups: readonly { id: number; judgements: ProviderJudgement[] }[], rows: readonly Line[]) => {
  const judgementsOf = new Map(checkups.map(({ id, judgements }) => [id, judgements]))
  return rows.flatMap(({ test_package_id: package_id, judgements_before, judgements_written }) => {
    const existing = package_id === null ? undefined : judgementsOf.get(package_id)
    return existing && judgements_written ? [{ package_id: package_id!, judgements: withoutImport(existing, judgements_before ?? [], judgements_written) }] : []
  })
}

/** The values to restore, rounded and judged again: an import may be from before values were rounded, and the sex or birthday may have been corrected since. */
const judgedBefore = async (scope: PatientScope, import_id: number, judging: Judging, packages: SQL) => {
  const { rows } = await scope.db.execute<Reading & SexAndBirthday & { id: number; category_id: number; is_derived: boolean; recorded_at: string }>(sql`
    select r.id, r.category_id, b.is_derived, b.value, b.comparator, b.entered_value, b.entered_unit, u.sex, u.birthday::text as birthday,
      to_char(r.recorded_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as recorded_at
    from result_changes c join ${scope.from(test_results, 'r')} on r.id = c.result_id join users u on u.id = r.user_id,
      jsonb_populate_record(null::${scope.target(test_results)}, c.before) b
    where c.import_id = ${import_id} and c.test_package_id = any(${packages}) and r.updated_at = c.written_at`)
  return rows.map(({ sex, birthday, ...row }) => judgedAgain(judging, { sex, birthday }, row))
}

/**
 * Those of these checkups that the import created and that have no tests, and no values other than derived ones. Unused: nobody commented or reported them,
 * and no other import wrote judgements.
 */
const emptiedOf = async (scope: PatientScope, import_id: number, packages: SQL) => {
  const { rows } = await scope.db.execute<{ id: number; isUnused: boolean; isReleased: boolean }>(sql`
    select p.id, p.released_at is not null as "isReleased",
      coalesce(p.comment, '') = '' and not exists (select from ${scope.from(checkup_reports, 'c')} where c.test_package_id = p.id)
        and not exists (select from ${scope.from(import_rows, 'o')} where o.test_package_id = p.id and o.import_id <> ${import_id} and o.judgements_written is not null) as "isUnused"
    from ${scope.from(test_packages, 'p')} join import_packages i on i.test_package_id = p.id
    where i.import_id = ${import_id} and p.id = any(${packages})
      and not exists (select from ${scope.from(test_results, 'r')} where r.test_package_id = p.id and not r.is_derived)
      and not exists (select from ${scope.from(tests, 't')} where t.test_package_id = p.id)
    order by p.id`)
  return rows
}

/** Computes the derived values of the remaining checkups again, and withdraws the release of those in which one becomes critical. */
const rederive = async (scope: PatientScope, judging: Judging, packages: SQL) => {
  const { rows: remaining } = await scope.db.execute<{
    id: number
    user_id: number
    tested_at: string
    sex: 'male' | 'female' | null
    birthday: string | null
    is_released: boolean
  }>(sql`
    select p.id, p.user_id, to_char(p.tested_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as tested_at, u.sex, u.birthday::text as birthday,
      p.released_at is not null as is_released
    from ${scope.from(test_packages, 'p')} join users u on u.id = p.user_id where p.id = any(${packages})`)
  for (const { id, user_id, tested_at, is_released, ...person } of remaining)
    await deriveOrWithdraw(scope, { place: { user_id, test_package_id: id }, person, judging, moments: [tested_at], is_released })
}

const retainedIds = (scope: PatientScope, id: number) => sql`(
  select r.id from ${scope.from(test_results, 'r')} where r.import_id = ${id} and not r.is_derived and r.updated_at <> r.created_at
  union select c.result_id from result_changes c where c.import_id = ${id})`

export const countKept = async (scope: PatientScope, id: number): Promise<number> => {
  const { rows } = await scope.db.execute<{ count: number }>(sql`select count(*)::int as count from ${retainedIds(scope, id)} k`)
  return rows[0]!.count
}

export const keptResults = async (scope: PatientScope, id: number): Promise<KeptResult[]> => {
  const { rows } = await scope.db.execute<Omit<KeptResult, 'patient'> & { user_id: number }>(sql`
    select r.id, r.user_id, r.category_id, c.name_ja as category_name, c.unit_display, c.decimals, c.value_labels, c.steps, r.value, r.comparator,
      to_char(r.recorded_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as recorded_at, to_char(r.updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
    from ${scope.from(test_results, 'r')} join result_categories c on c.id = r.category_id where r.id in (select id from ${retainedIds(scope, id)} k) order by r.user_id, c.sort_number, r.id limit 1000`)
  const people = await importedPeopleByIds(
    scope,
    rows.map(({ user_id }) => user_id),
  )
  return rows.flatMap(({ user_id, ...change }) => {
    const patient = people.get(user_id)
    if (!patient) return []
    scope.record(user_id)
    return [{ ...change, patient }]
  })
}
