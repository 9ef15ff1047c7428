import { tokyoDay } from '@sukoyaka/rules/time'
import type { addDeliveryRule, changeDeliveryRule } from '@sukoyaka/wire/boards/admin/delivery-rule'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { eq, sql } from 'drizzle-orm'
import { assertValid } from '../../../access/rows.ts'
import type { Db } from '../../../database/db.ts'
import { preparedQuery } from '../../../database/prepared.ts'
import { apiError } from '../../../errors/api-error.ts'
import { delivery_rules } from '../../shop/tables.ts'
import { catalogueStore } from '../catalogue-store.ts'

type RuleRow = Reply<typeof addDeliveryRule>
type RuleInput = Input<typeof addDeliveryRule>

const { starts_on, updated_at } = delivery_rules
const today = sql`(now() at time zone 'Asia/Tokyo')::date`
const store = catalogueStore({
  table: delivery_rules,
  extra: {
    state: sql<RuleRow['state']>`case
      when delivery_rules.starts_on > ${today} then 'future'
      when exists (select from ${delivery_rules} newer where newer.starts_on > delivery_rules.starts_on and newer.starts_on <= ${today}) then 'ended'
      else 'current' end`,
  },
  search: sql`''`,
  sorts: { starts_on, updated_at },
  sort: '-starts_on',
  // the query returns one of the states
  rowOf: ({ is_edited: _, lead_days, state, ...row }): RuleRow => ({ ...row, earliest_days: lead_days, state: state as RuleRow['state'] }),
})

export const allDeliveryRules = store.list
export const deliveryRuleEntry = store.read

const ruleOfDay = preparedQuery((db) =>
  db
    .select({ id: delivery_rules.id })
    .from(delivery_rules)
    .where(eq(delivery_rules.starts_on, sql.placeholder('starts_on'))),
)

const problemsOf = async (db: Db, { starts_on: day, earliest_days, supplier_lead_days, max_days }: RuleInput, now: Date, id?: number) => {
  const [sameDay] = await ruleOfDay(db).execute({ starts_on: day })
  return {
    starts_on: sameDay && sameDay.id !== id ? ('taken' as const) : day < tokyoDay(now) && ('in_past' as const),
    max_days: max_days < Math.max(earliest_days, supplier_lead_days) && ('out_of_order' as const),
  }
}

const columnsOf = ({ earliest_days, ...input }: RuleInput) => ({ ...input, lead_days: earliest_days })

/** Throws 422 for a start in the past or on the day of another rule, and if the days are out of order. */
export const insertDeliveryRule = async (db: Db, input: RuleInput, now: Date): Promise<RuleRow> => {
  assertValid(await problemsOf(db, input, now))
  return store.insert(db, columnsOf(input))
}

/** Throws 404, 409 if it was saved since `updated_at`, and 422 for an ended rule, a new start of the current one, or invalid fields. */
export const updateDeliveryRule = async (db: Db, { id, updated_at: version, ...input }: Input<typeof changeDeliveryRule>, now: Date): Promise<RuleRow> => {
  const existing = await store.lock(db, id, { updated_at: version })
  const { state } = await store.read(db, id)
  if (state === 'ended') throw apiError('rule_in_force')
  const isStartKept = input.starts_on === existing.starts_on
  const problems = await problemsOf(db, input, now, id)
  assertValid({ ...problems, starts_on: state === 'future' ? problems.starts_on : !isStartKept && 'in_use' })
  return store.update(db, id, columnsOf(input))
}

/** Deletes a rule before its start. Throws 404, and 422 for a rule that has begun: it may have been applied to orders. */
export const deleteDeliveryRule = async (db: Db, id: number): Promise<null> => {
  const { state } = await store.read(db, id)
  if (state !== 'future') throw apiError('rule_in_force')
  await db.delete(delivery_rules).where(eq(delivery_rules.id, id))
  return null
}
