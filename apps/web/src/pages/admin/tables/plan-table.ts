import { addPlan, changePlan, exportPlans, getPlan, listAllPlans, planColumns, planFields, planQuery } from '@sukoyaka/wire/boards/admin/plan'
import { adminTable } from '../records/table.ts'

export const plans = adminTable({
  name: 'plans',
  list: listAllPlans,
  csv: exportPlans,
  read: getPlan,
  add: addPlan,
  change: changePlan,
  tag: 'plans',
  query: planQuery,
  columns: planColumns,
  fields: planFields,
  shown: [{ name: 'name_ja', below: 'service_name' }, 'price', 'billing_cycle', 'duration', 'auto_update', 'sort_number', 'updated_at'],
  sections: [
    { title: 'basic', fields: ['name_ja', 'name_en', 'name_kr', 'sort_number'] },
    { title: 'terms', fields: ['service_id', 'price', 'billing_cycle', 'contract_period', 'duration', 'auto_update'] },
  ],
  initial: { sort_number: '10', contract_period: '12', duration: '12', billing_cycle: 'yearly', auto_update: true },
  nameOf: ({ name_ja }) => String(name_ja),
})
