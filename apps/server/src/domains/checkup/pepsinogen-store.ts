import { type SexAndBirthday, verdictOn } from '@sukoyaka/rules/record/judge'
import { pepsinogenPartner, pepsinogenStatus } from '@sukoyaka/rules/record/laboratory/pepsinogen'
import type { Measurement } from '@sukoyaka/rules/value'
import type { Comparator } from '@sukoyaka/wire/record/value'
import { sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { users } from '../account/tables.ts'
import type { Judging } from './judging-store.ts'
import { test_results } from './tables.ts'

type Part = SexAndBirthday & {
  id: number
  category_id: number
  value: number
  comparator: Comparator | null
  recorded_at: string
  partner_value: number | null
  partner_comparator: Comparator | null
}

const categoriesOf = ({ byName }: Judging) => Object.keys(pepsinogenPartner).flatMap((name) => byName.get(name) ?? [])

export const pepsinogenIds = (judging: Judging): number[] => categoriesOf(judging).map(({ id }) => id)

/** Judges these pepsinogen results together with their partners of the same moment and checkup. */
export const judgePepsinogen = async (scope: PatientScope, judging: Judging, ids: readonly number[]): Promise<void> => {
  if (!ids.length) return
  // built per call: few people have these results
  const { rows } = await scope.db.execute<Part>(sql`
    select r.id, r.category_id, r.value, r.comparator, r.recorded_at, o.value as partner_value, o.comparator as partner_comparator, u.sex, u.birthday::text as birthday
    from ${scope.from(test_results, 'r')} join ${users} u on u.id = r.user_id
      left join ${scope.from(test_results, 'o')} on o.user_id = r.user_id and o.category_id = any(${sql.param(pepsinogenIds(judging))}::bigint[])
        and o.category_id <> r.category_id and o.recorded_at = r.recorded_at and o.test_package_id is not distinct from r.test_package_id and o.type = 0
    where r.id = any(${sql.param(ids)}::bigint[]) and r.value is not null`)
  const statuses = rows.map(({ id, category_id, value, comparator, partner_value, partner_comparator, recorded_at, ...person }) => {
    const category = judging.byId.get(category_id)!
    const partner = judging.byName.get(pepsinogenPartner[category.name]!)!
    const statusOf = ({ versions, serious }: typeof category, measured: Measurement) =>
      verdictOn({ serious }, versions, person, { ...measured, recorded_at: new Date(recorded_at).toISOString() }).status
    const partnerStatus = partner_value === null ? undefined : statusOf(partner, { value: partner_value, comparator: partner_comparator })
    return { id, status: pepsinogenStatus(statusOf(category, { value, comparator }), partnerStatus) }
  })
  await scope.db.execute(sql`
    update ${scope.target(test_results)} r set status = v.status from json_to_recordset(${JSON.stringify(statuses)}::json) as v (id bigint, status smallint)
    where r.id = v.id and r.status is distinct from v.status`)
}
