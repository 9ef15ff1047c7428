import { type Segment, sectionsOf, sourceFinder } from '@sukoyaka/rules/care/minutes'
import type { MinutesSection } from '@sukoyaka/wire/care/interview-minutes'
import Type, { type Static } from 'typebox'
import { hmacOf, type Sender } from '../../http/webhook.ts'

const text = (maxLength: number) => Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength }))
const person = Type.Unsafe<{ name?: string | null } | null>({
  type: ['object', 'null'],
  properties: { name: { type: ['string', 'null'], maxLength: 300 } },
})

/** The part of Circleback's payload that we read. The recording's URL is ignored: nothing is fetched. */
const Meeting = Type.Object({
  id: Type.Unsafe<number | string>({ type: ['integer', 'string'], minLength: 1, maxLength: 100 }),
  name: text(500),
  createdAt: text(40),
  duration: Type.Optional(Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0, maximum: 1_000_000 })),
  url: text(2_000),
  icalUid: text(1_000),
  attendees: Type.Optional(Type.Array(person, { maxItems: 500 })),
  notes: text(200_000),
  actionItems: Type.Optional(
    Type.Array(Type.Object({ title: Type.String({ maxLength: 2_000 }), description: text(5_000), assignee: Type.Optional(person), status: text(50) }), {
      maxItems: 200,
    }),
  ),
  transcript: Type.Optional(
    Type.Array(Type.Object({ speaker: text(300), text: Type.String({ maxLength: 20_000 }), timestamp: Type.Number({ minimum: 0, maximum: 1_000_000 }) }), {
      maxItems: 20_000,
    }),
  ),
})
type Meeting = Static<typeof Meeting>

export const circleback: Sender = {
  name: 'circleback',
  secretsIn: ({ config }) => config.circleback_secrets,
  header: 'x-signature',
  sign: (secret, body) => hmacOf(secret, body, 'hex'),
  payload: Meeting,
  // Circleback sends no delivery id: an identical body is the same delivery
  queue: 'circleback',
}

export type ToDo = { content: string; description: string; assignee_name: string; is_done: boolean }
/** Delivered minutes, independent of the sender. */
export type DeliveredMinutes = {
  external_id: string
  name: string
  meeting_url: string | null
  calendar_uid: string | null
  met_at: string
  duration_seconds: number | null
  attendees: string[]
  notes: string
  transcript: Segment[]
  sections: MinutesSection[]
  to_dos: ToDo[]
}

const oneLine = (value: string | null | undefined, max: number) => (value ?? '').replace(/\s+/g, ' ').trim().slice(0, max).toWellFormed()

/** Links each sentence to its place in the transcript, if it is found there. */
export const linkSentences = (
  sections: readonly { kind: MinutesSection['kind']; title?: string; sentences: readonly string[] }[],
  transcript: readonly Segment[],
): MinutesSection[] => {
  const find = sourceFinder(transcript)
  return sections.map(({ kind, title = '', sentences }) => ({
    kind,
    title: kind === 'other' ? title.trim() : '',
    sentences: sentences.map((sentence) => ({ text: sentence, source: find(sentence) })),
  }))
}

const maxSections = 20
const maxSentences = 100

const [earliest, latest] = [Date.UTC(2000, 0), Date.UTC(2200, 0)]
const instantIn = (value: string | null | undefined) => {
  const timestampMs = Date.parse(value ?? '')
  return timestampMs >= earliest && timestampMs < latest ? new Date(timestampMs).toISOString() : undefined
}

/** `received_at` is used if the payload has no valid time. */
export const minutesFrom = (payload: Record<string, unknown>, received_at: string): DeliveredMinutes => {
  const meeting = payload as Meeting
  const transcript = (meeting.transcript ?? []).map(({ speaker, text: sentence, timestamp }) => ({
    speaker: oneLine(speaker, 100),
    text: sentence.trim(),
    at: timestamp,
  }))
  const notesSections = sectionsOf(meeting.notes ?? '')
    .slice(0, maxSections)
    .map((section) => ({ ...section, sentences: section.sentences.slice(0, maxSentences) }))
  return {
    external_id: `circleback:${meeting.id}`,
    name: oneLine(meeting.name, 200),
    meeting_url: meeting.url || null,
    calendar_uid: meeting.icalUid || null,
    met_at: instantIn(meeting.createdAt) ?? received_at,
    duration_seconds: meeting.duration == null ? null : Math.round(meeting.duration),
    attendees: (meeting.attendees ?? [])
      .map((attendee) => oneLine(attendee?.name, 100))
      .filter(Boolean)
      .slice(0, 50),
    notes: meeting.notes ?? '',
    transcript,
    sections: linkSentences(notesSections, transcript),
    to_dos: (meeting.actionItems ?? [])
      .filter(({ status, title }) => status !== 'CANCELED' && title.trim())
      .map(({ title, description, assignee, status }) => ({
        content: oneLine(title, 500),
        description: (description ?? '').trim(),
        assignee_name: oneLine(assignee?.name, 100),
        is_done: status === 'DONE',
      })),
  }
}
