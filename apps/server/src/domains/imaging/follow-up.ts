import type { FollowUpKind } from '@sukoyaka/wire/record/imaging'
import { assertValid } from '../../access/rows.ts'

/** A follow-up has a kind and a day. */
export const assertFollowUp = (kind: FollowUpKind | null | undefined, on: string | null | undefined) =>
  assertValid({ follow_up_kind: Boolean(on && !kind) && 'required', follow_up_on: Boolean(kind && !on) && 'required' })
