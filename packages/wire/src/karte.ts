import Type, { type Static } from 'typebox'
import { Person } from './account.ts'
import { endpoint, Id, Instant, Nullable, Page, Paged, Sent } from './kit.ts'

export type Karte = Static<typeof Karte>
export const Karte = Type.Object({
  id: Id,
  /** The patient. */
  user_id: Id,
  author_id: Id,
  author: Person,
  /** Null for a free note. */
  interview_id: Nullable(Id),
  /** A line that begins with `# ` or `■`, or `【…】`, is a heading. */
  memo: Type.String(),
  created_at: Instant,
  updated_at: Instant,
})

export const listKartes = endpoint({
  method: 'GET',
  path: '/api/kartes',
  permission: 'kartes.read',
  summary: 'What the care team noted of a patient, newest first',
  description: 'With whoever wrote it.',
  query: Sent({ user_id: Id, page: Page }),
  reply: Paged(Karte),
  example: { query: { user_id: 1 } },
})
