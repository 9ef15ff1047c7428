import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Instant, Items, Line, Nothing, Nullable, Sent } from '../endpoint.ts'

export const maxFeeds = 5

export type CalendarFeed = Static<typeof CalendarFeed>
/** A calendar of one’s own interviews under a secret address. */
export const CalendarFeed = Type.Object({
  id: Id,
  /** Where it is used, in the words of whoever made it. */
  name: Type.String(),
  /** Whether events show patients’ initials. */
  shows_initials: Type.Boolean(),
  last_used_at: Nullable(Instant),
  created_at: Instant,
})

export const listCalendarFeeds = endpoint({
  method: 'GET',
  path: '/api/calendar_feeds',
  permission: 'calendar_feeds.own',
  summary: 'One’s own calendar feeds, without their addresses',
  query: Sent({}),
  reply: Items(CalendarFeed),
})

export const addCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/calendar_feeds',
  permission: 'calendar_feeds.own',
  summary: 'Makes a calendar feed of one’s own interviews',
  description: `Its address is a secret and is answered this once. At most ${maxFeeds} a person.`,
  body: Sent({ name: Type.Optional(Line(100, 0)), shows_initials: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({ ...CalendarFeed.properties, url: Type.String() }),
  status: 201,
  example: { body: { name: 'スマートフォン', shows_initials: false } },
  changes: ['calendar_feeds'],
})

export const removeCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/api/calendar_feeds/:id',
  permission: 'calendar_feeds.own',
  summary: 'Ends a calendar feed of one’s own: its address is dead at once',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['calendar_feeds'],
})

export const readCalendarFeed = endpoint({
  method: 'GET',
  path: '/calendar_feeds/:secret',
  permission: 'public',
  summary: 'A staff member’s interviews as a calendar',
  description:
    'The address is the key; one that is ended, or whose owner works here no more, is a 404. From 30 days ago to 180 days ahead, with time, place and a link to our own page: no names, no kinds of interviews, no links of meetings.',
  params: Sent({ secret: Type.String({ minLength: 1, maxLength: 100 }) }),
  reply: Type.String(),
  media: 'text/calendar',
  errors: ['too_many'],
  example: { params: { secret: 'q3nXQ0o0m1vFhJ2yY6v0bqkqf2Y5l8s7d9a4c6e1Z0w.ics' }, reply: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n' },
})

export const readInterviewCalendar = endpoint({
  method: 'GET',
  path: '/interviews/:id/calendar',
  permission: 'patient.read',
  summary: 'An interview as a calendar file',
  description:
    'For a calendar to keep, with the link to join where it is online; once it is cancelled, for the calendar to take it out (`METHOD:CANCEL`). The UID stays the same over all changes and `SEQUENCE` rises.',
  params: ById,
  reply: Type.String(),
  media: 'text/calendar',
  example: { params: { id: 1 }, reply: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n' },
})
