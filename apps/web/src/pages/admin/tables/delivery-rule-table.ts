import {
  addDeliveryRule,
  changeDeliveryRule,
  deliveryRuleColumns,
  deliveryRuleFields,
  deliveryRuleQuery,
  exportDeliveryRules,
  getDeliveryRuleEntry,
  listDeliveryRules,
  removeDeliveryRule,
} from '@sukoyaka/wire/boards/admin/delivery-rule'
import { adminTable } from '../records/table.ts'

export const deliveryRules = adminTable({
  name: 'delivery_rules',
  list: listDeliveryRules,
  csv: exportDeliveryRules,
  read: getDeliveryRuleEntry,
  add: addDeliveryRule,
  change: changeDeliveryRule,
  remove: removeDeliveryRule,
  tag: 'delivery_rules',
  query: deliveryRuleQuery,
  columns: deliveryRuleColumns,
  fields: deliveryRuleFields,
  shown: ['starts_on', 'state', 'fee', 'timed_fee', 'free_from', 'earliest_days', 'supplier_lead_days', 'max_days', 'updated_at'],
  sections: [
    { title: 'fees', fields: ['starts_on', 'fee', 'timed_fee', 'tax_rate', 'free_from'] },
    { title: 'days', fields: ['earliest_days', 'supplier_lead_days', 'max_days'] },
  ],
  initial: { tax_rate: '10', earliest_days: '3', supplier_lead_days: '5', max_days: '30' },
  nameOf: ({ starts_on }) => String(starts_on).replaceAll('-', '.'),
  canRemove: ({ state }) => state === 'future',
})
