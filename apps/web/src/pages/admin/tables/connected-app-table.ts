import {
  addConnectedApp,
  changeConnectedApp,
  connectedAppColumns,
  connectedAppFields,
  connectedAppQuery,
  exportConnectedApps,
  getConnectedApp,
  listConnectedApps,
} from '@sukoyaka/wire/boards/admin/connected-app'
import { adminTable } from '../records/table.ts'

export const connectedApps = adminTable({
  name: 'connected_apps',
  list: listConnectedApps,
  csv: exportConnectedApps,
  read: getConnectedApp,
  add: addConnectedApp,
  change: changeConnectedApp,
  tag: 'connected_apps',
  query: connectedAppQuery,
  columns: connectedAppColumns,
  fields: connectedAppFields,
  shown: [{ name: 'name', below: 'client_id' }, 'is_active', 'updated_at'],
  sections: [{ title: 'basic', fields: ['name', 'redirect_uris', 'scopes', 'is_active'] }],
  initial: { is_active: true },
  nameOf: ({ name }) => String(name),
})
