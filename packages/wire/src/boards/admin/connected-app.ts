import Type from 'typebox'
import { fieldsOf, tableCalls } from '../../admin.ts'
import { Id, InputObject, Instant, Line, OneOf } from '../../endpoint.ts'
import { appScopes } from '../../people/connected-app.ts'

const input = {
  /** The name that the consent page shows. */
  name: Line(100),
  /** `https://…`, or for apps on the person's own machine `http://localhost…` or `http://127.0.0.1…`; must match exactly. */
  redirect_uris: Type.Array(Line(500), { minItems: 1, maxItems: 10 }),
  scopes: Type.Array(OneOf(appScopes), { minItems: 1, maxItems: appScopes.length }),
  /** An inactive app can neither request access nor read. */
  is_active: Type.Boolean(),
}
const row = { id: Id, client_id: Type.String(), ...input, updated_at: Instant }

export const {
  list: listConnectedApps,
  csv: exportConnectedApps,
  read: getConnectedApp,
  add: addConnectedApp,
  change: changeConnectedApp,
} = tableCalls({
  name: 'connected_apps',
  words: ['a connected app', 'all connected apps'],
  description: 'Grants that people gave before stay, but never allow more than the scopes of the app.',
  input,
  row,
  sorts: ['name', 'updated_at'],
  filters: { is_active: Type.Optional(Type.Boolean()) },
  example: { name: '健康手帳アプリ', redirect_uris: ['https://app.example.com/callback'], scopes: ['patient/*.rs', 'offline_access'], is_active: true },
  tags: ['connected_apps'],
})

export const connectedAppFields = fieldsOf(InputObject(input))
export const connectedAppColumns = fieldsOf(Type.Object(row))
export const connectedAppQuery = fieldsOf(listConnectedApps.query)
