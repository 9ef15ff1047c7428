import { type FirstAid, firstAidOf } from '@sukoyaka/rules/record/explanation/first-aid'
import { measuredBy } from '@sukoyaka/rules/record/home/measured'
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
  const unchanged = former?.recorded_at === recorded_at ? former.values : []
  const measured = measuredBy(category, values).filter(({ name, value }) => !unchanged.some((item) => item.name === name && item.value === value))
  return firstAidOf({ recorded_at, measured, serious_values }, new Date())
}
