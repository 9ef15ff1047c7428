import type { addConnectedApp, changeConnectedApp } from '@sukoyaka/wire/boards/admin/connected-app'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { sql } from 'drizzle-orm'
import { assertValid } from '../../../access/rows.ts'
import type { Db } from '../../../database/db.ts'
import { connected_apps } from '../../connected-app/tables.ts'
import { catalogueStore } from '../catalogue-store.ts'

type AppRow = Reply<typeof addConnectedApp>
type AppInput = Input<typeof addConnectedApp>

const store = catalogueStore({
  table: connected_apps,
  extra: {},
  search: sql`lower(${connected_apps.name})`,
  filters: { is_active: connected_apps.is_active },
  sorts: { name: connected_apps.name, updated_at: connected_apps.updated_at },
  sort: 'name',
  rowOf: ({ id, client_id, name, redirect_uris, scopes, is_active, updated_at }): AppRow => ({
    id,
    client_id,
    name,
    redirect_uris,
    // the column is text, but only these scopes are stored
    scopes: scopes as AppRow['scopes'],
    is_active,
    updated_at,
  }),
})

export const allConnectedApps = store.list
export const connectedAppOf = store.read

/** Codes are sent over https; only an app on the person's own machine may receive them over http. */
const isRedirectUri = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, hash, username } = new URL(text)
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname)
  return (protocol === 'https:' || isLocal) && !hash && !text.includes('#') && !username
}

const columnsOf = ({ name, redirect_uris, scopes, is_active }: AppInput) => {
  const trimmed = name.trim()
  const uris = [...new Set(redirect_uris.map((uri) => uri.trim()))]
  assertValid({ name: !trimmed && 'required', redirect_uris: !uris.every(isRedirectUri) && 'format' })
  return { name: trimmed, redirect_uris: uris, scopes: [...new Set(scopes)], is_active }
}

/** `client_id` identifies the app in its requests. Throws 422 without a name or for an invalid redirect URI. */
export const insertConnectedApp = (db: Db, input: AppInput, client_id: string): Promise<AppRow> => store.insert(db, { ...columnsOf(input), client_id })

/** Throws 404, 409 if it was saved since `updated_at`, and 422 without a name or for an invalid redirect URI. */
export const updateConnectedApp = async (db: Db, { id, updated_at, ...input }: Input<typeof changeConnectedApp>): Promise<AppRow> => {
  await store.lock(db, id, { updated_at })
  return store.update(db, id, columnsOf(input))
}
