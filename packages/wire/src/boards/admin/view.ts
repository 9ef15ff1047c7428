import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Line, Nothing, OneOf } from '../../endpoint.ts'
import { Person } from '../../people/account.ts'

/** Lists of the administration. */
export const listNames = [
  ...['users', 'facilities', 'plans', 'services', 'contracts', 'care_team', 'policies', 'products', 'product_categories', 'coupons', 'delivery_rules'],
  'connected_apps',
  ...[
    'result_categories',
    'reference_ranges',
    'image_categories',
    'test_categories',
    'diseases',
    'goal_templates',
    'record_templates',
    'emoticons',
    'canned_replies',
  ],
] as const satisfies readonly string[]

const base = { permission: 'administration.write' } as const
const content = { name: Line(60), query: Line(1000, 0), is_shared: Type.Boolean() }

export type SavedView = Static<typeof SavedView>
/** `query` is the query part of the address: `q`, `sort`, `hide` and the filters of the list. Only the owner can change a view. */
const SavedView = Type.Object({ id: Id, table: OneOf(listNames), ...content, owner: Person, is_own: Type.Boolean(), updated_at: Instant })

export const listViews = endpoint({
  ...base,
  method: 'GET',
  path: '/api/admin/views',
  summary: 'List one’s own and the shared views of the lists of the administration',
  description: 'By name, max 200.',
  query: InputObject({ table: Type.Optional(OneOf(listNames)) }),
  reply: Items(SavedView),
  example: { query: { table: 'users' } },
})

export const addView = endpoint({
  ...base,
  method: 'POST',
  path: '/api/admin/views',
  summary: 'Save search, filters, order and columns of a list under a name',
  body: InputObject({ table: OneOf(listNames), ...content }),
  reply: SavedView,
  status: 201,
  example: { body: { table: 'users', name: '招待中の患者', query: 'role=patient&state=invited', is_shared: true } },
  changes: ['saved_views'],
})

export const changeView = endpoint({
  ...base,
  method: 'PUT',
  path: '/api/admin/views/:id',
  summary: 'Replace one’s own view',
  params: ById,
  body: InputObject({ ...content, updated_at: Instant }),
  reply: SavedView,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { name: '招待中の患者', query: 'role=patient&state=invited', is_shared: false, updated_at: '2026-11-21T00:00:00.000Z' } },
  changes: ['saved_views'],
})

export const removeView = endpoint({
  ...base,
  method: 'DELETE',
  path: '/api/admin/views/:id',
  summary: 'Delete one’s own view',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['saved_views'],
})
