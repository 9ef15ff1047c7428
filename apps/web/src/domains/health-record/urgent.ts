import { type FirstAid, firstAidOf } from '@sukoyaka/rules/record/explanation/first-aid'
import type { HealthRecord, HealthRecordCategory, SeriousValue } from '@sukoyaka/wire/record/health-record'

/** What a record asks of the patient. `isSerious`: a value is critical. */
export type UrgentRecord = { firstAid: FirstAid | undefined; isSerious: boolean }

type Recorded = Pick<HealthRecord, 'values' | 'recorded_at'>

/** First aid for the numbers of a record. `former`: the record before a change, whose unchanged numbers need no first aid again. */
export const recordFirstAid = (
  { values, recorded_at, serious_values = [] }: Recorded & { serious_values?: SeriousValue[] },
  category: HealthRecordCategory,
  former: HealthRecord | undefined,
): FirstAid | undefined => {
  const isFormer = (name: string, value: number) =>
    former?.recorded_at === recorded_at && former.values.some((item) => item.name === name && item.value === value)
  const measured = category.values.flatMap(({ name, numeric_category }) =>
    values.filter((item) => item.name === name && !isFormer(name, item.value)).map(({ value }) => ({ category_name: numeric_category, value })),
  )
  return firstAidOf({ recorded_at, measured, serious_values }, new Date())
}
