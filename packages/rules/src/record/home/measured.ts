import type { HealthRecord, HealthRecordCategory } from '@sukoyaka/wire/record/health-record'

/** Numbers of a self-record: `name` within the record, and the category of their results. */
export type Measured = { name: string; numeric_category: string; value: number }[]

/** The numbers of a self-record of this category, in the order of the category. */
export const measuredBy = (
  { values: definitions }: { values: readonly Pick<HealthRecordCategory['values'][number], 'name' | 'numeric_category'>[] },
  values: HealthRecord['values'],
): Measured =>
  definitions.flatMap(({ name, numeric_category }) => values.filter((value) => value.name === name).map(({ value }) => ({ name, numeric_category, value })))
