import type { Language } from '@sukoyaka/phrases/language'
import { type SQL, sql } from 'drizzle-orm'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { rawQuery } from '../../../database/prepared.ts'
import { careSheets } from './care-store.ts'
import { historySheets } from './history-store.ts'
import { measuredSheets } from './measured-store.ts'
import { personSheets } from './person-store.ts'
import type { Row, Sheet } from './sheet-store.ts'
import { shopSheets } from './shop-store.ts'

export const sheets: readonly Sheet[] = [...personSheets, ...measuredSheets, ...historySheets, ...careSheets, ...shopSheets]
const sheetByName = new Map<string, Sheet>(sheets.map((sheet) => [sheet.name, sheet]))

const pageSize = 1_000
const value = (name: string, type: string): SQL => sql`${sql.placeholder(name)}::${sql.raw(type)}`

/** `materialized` makes PostgreSQL find the rows of the patient first. Otherwise it may read the rows of all patients in the order of their ids. */
const page = patientQuery((tools, name: string, language: string) =>
  rawQuery<Row>(sql`with x as materialized (${sheetByName.get(name)!.select(tools, language as Language)})
    select * from x where id > ${value('after_id', 'bigint')} order by id limit ${pageSize}`),
)

/** The rows of a sheet in pages. */
export async function* rowsOf(scope: PatientScope, { name }: Sheet, language: Language): AsyncGenerator<Row[]> {
  for (let after_id = 0; ; ) {
    const rows = await page(scope, name, language).execute({ after_id })
    if (rows.length) yield rows
    if (rows.length < pageSize) return
    after_id = Number(rows.at(-1)!.id)
  }
}
