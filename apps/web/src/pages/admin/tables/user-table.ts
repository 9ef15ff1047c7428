import { fullName } from '@sukoyaka/rules/person'
import { exportAccounts, listAccounts, userColumns, userQuery } from '@sukoyaka/wire/boards/admin/user'
import type { Person } from '@sukoyaka/wire/people/account'
import { adminTable } from '../records/table.ts'

/** All accounts. They are added by an invitation and changed by the menu of their row. */
export const users = adminTable({
  name: 'users',
  list: listAccounts,
  csv: exportAccounts,
  tag: 'users',
  query: userQuery,
  columns: userColumns,
  fields: [],
  shown: [{ name: 'account', below: 'email' }, 'role', 'state', 'phone_number', 'last_sign_in_at', 'created_at'],
  sections: [],
  // with the e-mail address, because several people have the same name
  nameOf: ({ account, email }) => `${fullName(account as Person, 'ja')}（${email}）`,
  linkOf: ({ id, role, state }) => (role === 'patient' && state !== 'merged' ? `/${id}/summary` : undefined),
})
