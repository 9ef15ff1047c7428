import Type from 'typebox'
import { fieldsOf, tableCalls } from '../../admin.ts'
import { ById, Day, endpoint, Id, InputObject, Instant, Nothing, Nullable, OneOf } from '../../endpoint.ts'
import { TaxRate } from '../../people/product.ts'

const Yen = Type.Integer({ minimum: 0, maximum: 100_000 })

const input = {
  /** First day in Tokyo on which the rule is in force; it ends when the next rule starts. */
  starts_on: Day,
  /** Yen including tax. */
  fee: Yen,
  /** The fee if the patient chooses the day, in yen including tax. */
  timed_fee: Yen,
  tax_rate: TaxRate,
  /** Subtotal from which delivery is free, in yen including tax; null: delivery is never free. */
  free_from: Nullable(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
  /** Days until the earliest delivery of products whose stock is counted. */
  earliest_days: Type.Integer({ minimum: 1, maximum: 60 }),
  /** Days until the earliest delivery of products that the supplier delivers first. */
  supplier_lead_days: Type.Integer({ minimum: 1, maximum: 60 }),
  /** Days until the latest delivery that can be chosen. */
  max_days: Type.Integer({ minimum: 1, maximum: 90 }),
}
const states = ['future', 'current', 'ended'] as const
const row = { id: Id, ...input, state: OneOf(states), updated_at: Instant }

export const {
  list: listDeliveryRules,
  csv: exportDeliveryRules,
  read: getDeliveryRuleEntry,
  add: addDeliveryRule,
  change: changeDeliveryRule,
} = tableCalls({
  name: 'delivery_rules',
  words: ['a delivery rule', 'all delivery rules'],
  description: 'Orders keep their fees. The start of a rule in force cannot be changed, nor anything of an ended one (422): add another rule.',
  input,
  row,
  sorts: ['starts_on', 'updated_at'],
  filters: {},
  example: {
    ...{ starts_on: '2090-04-01', fee: 770, timed_fee: 990, tax_rate: 10, free_from: 12000 },
    ...{ earliest_days: 3, supplier_lead_days: 5, max_days: 30 },
  },
  tags: ['delivery_rules'],
})

export const removeDeliveryRule = endpoint({
  method: 'DELETE',
  path: '/api/admin/delivery_rules/:id',
  permission: 'administration.write',
  summary: 'Delete a delivery rule that is not in force yet',
  description: '422 `rule_in_force` from its first day.',
  params: ById,
  reply: Nothing,
  status: 204,
  errors: ['rule_in_force'],
  example: { params: { id: 1 } },
  changes: ['delivery_rules'],
})

export const deliveryRuleFields = fieldsOf(InputObject(input))
export const deliveryRuleColumns = fieldsOf(Type.Object(row))
export const deliveryRuleQuery = fieldsOf(listDeliveryRules.query)
