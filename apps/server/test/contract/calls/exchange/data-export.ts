import { type Call, get, none, post, remove } from '../call.ts'
import { under } from '../reply.ts'

const own = 'take out own data'

/** Exports of the caller's own data. A patient has at most one. */
export const dataExportCalls: Record<string, Call> = {
  'GET /api/data_exports': get(() => '/api/data_exports', own, 'none', {
    reply: [...under('items[].', 'id status progress parts created_at expires_at'), ...under('items[].parts[].', 'name size address')],
  }),
  'POST /api/data_exports': post(
    () => '/api/data_exports',
    () => ({ old_password: 'asano-sanpo-30pun' }),
    own,
    'none',
  ),
  'DELETE /api/data_exports/{id}': remove(() => `/api/data_exports/${none}`, own, 'none', { good: 404 }),
}
