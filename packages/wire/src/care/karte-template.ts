import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Line, Nothing, Text } from '../endpoint.ts'

export const maxKarteTemplates = 100

export type KarteTemplate = Static<typeof KarteTemplate>
/** Personal template for notes. SOAP is built in and has no row. */
export const KarteTemplate = Type.Object({ id: Id, name: Type.String(), body: Type.String(), created_at: Instant, updated_at: Instant })

const name = Line(60)
const body = Text(10_000)

export const listKarteTemplates = endpoint({
  method: 'GET',
  path: '/api/karte_templates',
  permission: 'kartes.write',
  summary: 'List the caller’s note templates, by name',
  description: `Max ${maxKarteTemplates}.`,
  query: InputObject({}),
  reply: Items(KarteTemplate),
})

export const addKarteTemplate = endpoint({
  method: 'POST',
  path: '/api/karte_templates',
  permission: 'kartes.write',
  summary: 'Create a note template',
  description: 'Names are unique for each owner.',
  body: InputObject({ name, body }),
  reply: KarteTemplate,
  status: 201,
  example: { body: { name: '電話', body: '■相談\n\n■対応\n' } },
  staffChanges: ['karte_templates'],
})

export const changeKarteTemplate = endpoint({
  method: 'PUT',
  path: '/api/karte_templates/:id',
  permission: 'kartes.write',
  summary: 'Change one’s own note template',
  params: ById,
  body: InputObject({ name: Type.Optional(name), body: Type.Optional(body), updated_at: Type.Optional(Instant) }),
  reply: KarteTemplate,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { name: '電話相談' } },
  staffChanges: ['karte_templates'],
})

export const removeKarteTemplate = endpoint({
  method: 'DELETE',
  path: '/api/karte_templates/:id',
  permission: 'kartes.write',
  summary: 'Delete one’s own note template',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  staffChanges: ['karte_templates'],
})
