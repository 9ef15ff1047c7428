import Type, { type Static } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '../endpoint.ts'

export const minutesStatuses = ['draft', 'approved', 'rejected'] as const
/** Kind of a section; only `other` has a custom title. */
export type MinutesSectionKind = (typeof minutesSectionKinds)[number]
export const minutesSectionKinds = ['summary', 'decisions', 'next', 'other'] as const

export type MinutesSentence = Static<typeof MinutesSentence>
export const MinutesSentence = Type.Object({
  text: Type.String(),
  /** First and last transcript segment that support the sentence, indexes from 0; null if none was found. */
  source: Nullable(Type.Object({ from: Type.Integer(), to: Type.Integer() })),
})

export type MinutesSection = Static<typeof MinutesSection>
export const MinutesSection = Type.Object({
  kind: OneOf(minutesSectionKinds),
  title: Type.String(),
  sentences: Type.Array(MinutesSentence),
})

export type InterviewMinutes = Static<typeof InterviewMinutes>
/** Machine-generated minutes as part of an interview, without transcript and action items. */
export const InterviewMinutes = Type.Object({
  id: Id,
  status: OneOf(minutesStatuses),
  sections: Type.Array(MinutesSection),
  decided_at: Nullable(Instant),
  edited_at: Nullable(Instant),
  updated_at: Instant,
})
