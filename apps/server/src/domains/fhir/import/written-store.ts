// built per call: an import is rare, and each of its reads is small
import type { writtenTables } from '@sukoyaka/wire/boards/fhir-import'
import { type SQL, sql } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AnyPatientTable } from '../../../access/patient-table.ts'
import { deriveOrWithdraw } from '../../checkup/derived-store.ts'
import { lockPatient, readJudging } from '../../checkup/judging-store.ts'
import { removeEmptied } from '../../checkup/package-store.ts'
import { test_packages, test_results, tests } from '../../checkup/tables.ts'
import { allergy_reactions, family_past_illnesses, past_illnesses } from '../../illness/tables.ts'
import { medicine_intakes, supplement_intakes } from '../../medication/tables.ts'
import { checkup_reports } from '../../report/tables.ts'
import { fhir_import_rows } from '../tables.ts'

export type WrittenTable = (typeof writtenTables)[number]
const tables = {
  past_illnesses,
  family_past_illnesses,
  allergy_reactions,
  medicine_intakes,
  supplement_intakes,
  test_packages,
  test_results,
} as const satisfies Record<WrittenTable, AnyPatientTable>

/** Notes the rows of an import with their version, so that the undo can tell which of them were edited. */
export const noteWritten = async (scope: PatientScope, import_id: number, rows: readonly { table_name: WrittenTable; row_id: number }[]) => {
  for (const [table_name, written] of Map.groupBy(rows, (row) => row.table_name))
    await scope.db.execute(sql`
      insert into ${scope.target(fhir_import_rows)} (import_id, table_name, row_id, written_at)
      select ${import_id}, ${table_name}, r.id, r.updated_at from ${scope.from(tables[table_name], 'r')} where r.id = any(${sql.param(written.map(({ row_id }) => row_id))}::bigint[])`)
}

const written = (scope: PatientScope, import_id: number, table_name: WrittenTable): SQL =>
  sql`select w.row_id from ${scope.from(fhir_import_rows, 'w')} where w.import_id = ${import_id} and w.table_name = ${table_name}`

/** The checkups of an import without tests and results. Unused: nobody wrote in them, judged or reported them. */
const emptiedOf = async (scope: PatientScope, import_id: number, user_id: number) => {
  // a checkup that has only derived results is empty too
  const { rows } = await scope.db.execute<{ id: number; isUnused: boolean; isReleased: boolean }>(sql`
    select p.id, p.released_at is not null as "isReleased",
      (p.released_at is not null or p.updated_at = w.written_at) and coalesce(p.comment, '') = '' and p.provider_judgements = '[]'
        and not exists (select from ${scope.from(checkup_reports, 'c')} where c.test_package_id = p.id) as "isUnused"
    from ${scope.from(test_packages, 'p')}, ${scope.from(fhir_import_rows, 'w')}
    where w.import_id = ${import_id} and w.table_name = 'test_packages' and p.id = w.row_id and p.user_id = ${user_id}
      and not exists (select from ${scope.from(test_results, 'r')} where r.test_package_id = p.id and not r.is_derived)
      and not exists (select from ${scope.from(tests, 't')} where t.test_package_id = p.id)`)
  return rows
}

/**
 * Deletes the rows of an import that nobody edited, and the checkups that `removeEmptied` deletes. Withdraws the release of the remaining checkups in which a
 * derived value becomes critical. Returns how many rows were kept.
 */
export const removeWritten = async (scope: PatientScope, import_id: number, user_id: number): Promise<number> => {
  const person = await lockPatient(scope, user_id)
  for (const table_name of Object.keys(tables) as WrittenTable[]) {
    if (table_name === 'test_packages') continue
    await scope.db.execute(sql`
      delete from ${scope.target(tables[table_name])} r using ${scope.from(fhir_import_rows, 'w')}
      where w.import_id = ${import_id} and w.table_name = ${table_name} and r.id = w.row_id and r.user_id = ${user_id} and r.updated_at = w.written_at`)
  }
  const packages = written(scope, import_id, 'test_packages')
  // nobody releases a checkup meanwhile
  await scope.db.execute(sql`select from ${scope.rows(test_packages)} where id in (${packages}) and user_id = ${user_id} order by id for update`)
  await removeEmptied(scope, await emptiedOf(scope, import_id, user_id))
  const { rows: remaining } = await scope.db.execute<{ id: number; moments: string[]; is_released: boolean }>(sql`
    select p.id, p.released_at is not null as is_released, coalesce((select array_agg(distinct to_char(r.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from ${scope.from(test_results, 'r')}
      where r.test_package_id = p.id), '{}') as moments
    from ${scope.from(test_packages, 'p')} where p.id in (${packages}) and p.user_id = ${user_id}`)
  const judging = await readJudging(scope.db)
  for (const { id, moments, is_released } of remaining)
    await deriveOrWithdraw(scope, { place: { user_id, test_package_id: id }, person, judging, moments, is_released })
  return countKept(scope, import_id, user_id)
}

const countKept = async (scope: PatientScope, import_id: number, user_id: number): Promise<number> => {
  let kept = 0
  for (const table_name of Object.keys(tables) as WrittenTable[]) {
    const { rows } = await scope.db.execute<{ n: number }>(sql`
      select count(*)::int as n from ${scope.from(tables[table_name], 'r')} where r.user_id = ${user_id} and r.id in (${written(scope, import_id, table_name)})`)
    kept += rows[0]!.n
  }
  return kept
}
