import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Instant, Items, Line, Nothing, Sent, Text } from '../endpoint.ts'

export const maxKarteTemplates = 100

export type KarteTemplate = Static<typeof KarteTemplate>
/** The beginning of a note, one’s own. SOAP is built in and no row. */
export const KarteTemplate = Type.Object({ id: Id, name: Type.String(), body: Type.String(), created_at: Instant, updated_at: Instant })

const name = Line(60)
const body = Text(10_000)

export const listKarteTemplates = endpoint({
  method: 'GET',
  path: '/api/karte_templates',
  permission: 'kartes.write',
  summary: 'One’s own templates for notes, by name',
  description: `At most ${maxKarteTemplates}.`,
  query: Sent({}),
  reply: Items(KarteTemplate),
})

export const addKarteTemplate = endpoint({
  method: 'POST',
  path: '/api/karte_templates',
  permission: 'kartes.write',
  summary: 'Adds a template of one’s own',
  description: 'A name is taken once.',
  body: Sent({ name, body }),
  reply: KarteTemplate,
  status: 201,
  example: { body: { name: '電話', body: '■相談\n\n■対応\n' } },
  changes: ['karte_templates'],
})

export const changeKarteTemplate = endpoint({
  method: 'PUT',
  path: '/api/karte_templates/:id',
  permission: 'kartes.write',
  summary: 'Changes a template of one’s own',
  params: ById,
  body: Sent({ name: Type.Optional(name), body: Type.Optional(body), updated_at: Type.Optional(Instant) }),
  reply: KarteTemplate,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { name: '電話相談' } },
  changes: ['karte_templates'],
})

export const removeKarteTemplate = endpoint({
  method: 'DELETE',
  path: '/api/karte_templates/:id',
  permission: 'kartes.write',
  summary: 'Removes a template of one’s own',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['karte_templates'],
})
