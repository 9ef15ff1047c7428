import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Line, Nothing, Nullable } from '../endpoint.ts'

export const maxFeeds = 5

export type CalendarFeed = Static<typeof CalendarFeed>
/** Subscribable calendar of the caller's own interviews under a secret URL. */
export const CalendarFeed = Type.Object({
  id: Id,
  /** Where the feed is used, as named by its owner. */
  name: Type.String(),
  /** Whether events show the patients' initials; never in a patient's feed. */
  shows_initials: Type.Boolean(),
  last_used_at: Nullable(Instant),
  created_at: Instant,
})

export const listCalendarFeeds = endpoint({
  method: 'GET',
  path: '/api/calendar_feeds',
  permission: 'calendar_feeds.own',
  summary: 'List the caller’s calendar feeds, without their URLs',
  query: InputObject({}),
  reply: Items(CalendarFeed),
})

export const addCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/calendar_feeds',
  permission: 'calendar_feeds.own',
  summary: 'Create a calendar feed of the caller’s interviews',
  description: `The URL is secret and returned only by this call. Max ${maxFeeds} feeds per person.`,
  body: InputObject({ name: Type.Optional(Line(100, 0)), shows_initials: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({ ...CalendarFeed.properties, url: Type.String() }),
  status: 201,
  example: { body: { name: 'スマートフォン', shows_initials: false } },
  changes: ['calendar_feeds'],
})

export const removeCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/api/calendar_feeds/:id',
  permission: 'calendar_feeds.own',
  summary: 'Revoke a calendar feed; its URL stops working immediately',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['calendar_feeds'],
})

export const getCalendarFeed = endpoint({
  method: 'GET',
  path: '/calendar_feeds/:secret',
  permission: 'public',
  summary: 'Get the interviews of a person as an iCalendar feed',
  description:
    'The token in the URL is the credential; 404 if the feed is revoked or its owner deactivated. Staff get the interviews they take part in, patients their own. Covers 30 days ago to 180 days ahead. Events have time, place and a link to our own page; initials of patients only in feeds of staff with `shows_initials`, and no names, interview kinds or meeting links.',
  params: InputObject({ secret: Type.String({ minLength: 1, maxLength: 100 }) }),
  reply: Type.String(),
  media: 'text/calendar',
  errors: ['too_many'],
  example: { params: { secret: 'q3nXQ0o0m1vFhJ2yY6v0bqkqf2Y5l8s7d9a4c6e1Z0w.ics' }, reply: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n' },
})

export const getInterviewCalendar = endpoint({
  method: 'GET',
  path: '/interviews/:id/calendar',
  permission: 'patient.read',
  summary: 'Download an interview as a calendar file',
  description:
    'Includes the meeting link of an online interview that is not cancelled. For a cancelled interview the file removes the entry (`METHOD:CANCEL`). The UID is constant and `SEQUENCE` increases with every change of time or place, and on cancellation.',
  params: ById,
  reply: Type.String(),
  media: 'text/calendar',
  example: { params: { id: 1 }, reply: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n' },
})
