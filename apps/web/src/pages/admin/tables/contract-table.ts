import { fullName } from '@sukoyaka/rules/person'
import {
  addContract,
  changeContract,
  contractColumns,
  contractFields,
  contractQuery,
  exportContracts,
  getContract,
  listAllContracts,
  removeContract,
} from '@sukoyaka/wire/boards/admin/contract'
import type { Person } from '@sukoyaka/wire/people/account'
import { adminTable } from '../records/table.ts'

export const contracts = adminTable({
  name: 'contracts',
  list: listAllContracts,
  csv: exportContracts,
  read: getContract,
  add: addContract,
  change: changeContract,
  remove: removeContract,
  tag: 'contracts',
  query: contractQuery,
  columns: contractColumns,
  fields: contractFields,
  shown: ['person', 'plan_name', 'state', 'started_on', 'ended_on', 'auto_update', 'next_payment_date', 'updated_at'],
  sections: [{ title: 'terms', fields: ['user_id', 'plan_id', 'started_on', 'ended_on', 'auto_update', 'next_payment_date'] }],
  initial: { auto_update: true },
  fixed: ['user_id'],
  nameOf: ({ person }) => fullName(person as Person, 'ja'),
  canRemove: () => true,
})
