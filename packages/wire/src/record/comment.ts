import Type from 'typebox'
import { Id, Instant, Nullable } from '../endpoint.ts'

export const comment = {
  /** Clinician's comment on the results, released with them. */
  comment: Nullable(Type.String()),
  /** The staff member who wrote the comment as it is now, and when. */
  comment_by: Nullable(Id),
  commented_at: Nullable(Instant),
}
