import type { FollowUpKind } from '@sukoyaka/wire/record/imaging'
import { assertValid } from '../../access/rows.ts'

/** Throws 422 for a follow-up with a kind but no day, or with a day but no kind. */
export const assertFollowUp = (kind: FollowUpKind | null | undefined, on: string | null | undefined) =>
  assertValid({ follow_up_kind: Boolean(on && !kind) && 'required', follow_up_on: Boolean(kind && !on) && 'required' })
