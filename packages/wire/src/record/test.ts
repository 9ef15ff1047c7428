import Type, { type Static } from 'typebox'
import { Id, Instant, Nullable } from '../endpoint.ts'

export type Test = Static<typeof Test>
/** One examination of a checkup. */
export const Test = Type.Object({
  id: Id,
  /** Id of the test category, not of a result category. */
  category_id: Id,
  kind: Type.String(),
  name: Type.String(),
  name_ja: Type.String(),
  display_name: Type.String(),
  /** Null while the checkup has no date. */
  tested_at: Nullable(Instant),
})
