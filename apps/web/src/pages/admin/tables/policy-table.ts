import { addPolicy, exportPolicies, getPolicy, listPolicies, policyColumns, policyFields, policyQuery, removePolicy } from '@sukoyaka/wire/boards/admin/policy'
import { adminTable } from '../records/table.ts'

export const policies = adminTable({
  name: 'policies',
  list: listPolicies,
  csv: exportPolicies,
  read: getPolicy,
  add: addPolicy,
  remove: removePolicy,
  tag: 'policies',
  query: policyQuery,
  columns: policyColumns,
  fields: policyFields,
  shown: ['kind', 'version', 'title', 'state', 'effective_on', 'agreement_count', 'created_at'],
  sections: [
    { title: 'basic', fields: ['kind', 'effective_on'] },
    { title: 'texts', fields: ['ja', 'en', 'kr'] },
  ],
  initial: { kind: 'usage_policy' },
  nameOf: ({ ja, title }) => String(title ?? (ja as { title: string }).title),
  canRemove: ({ effective_on }) => Date.parse(String(effective_on)) > Date.now(),
})
