import { calendar as words } from '@sukoyaka/phrases/care/calendar'
import type { Language } from '@sukoyaka/phrases/language'
import { initialsOf } from '@sukoyaka/rules/initials'
import { say } from '../../config/language.ts'
import { type CalendarEvent, uidOf } from '../../files/icalendar.ts'

type Shown = {
  id: number
  conducted_at: string
  ends_at: string | null
  location: string
  meeting_type: 'online' | 'other'
  meeting_url: string | null
  status: string
  sequence: number
  updated_at: string
}

const base = (one: Shown, public_url: string) => ({
  uid: uidOf('interview', one.id, public_url),
  sequence: one.sequence,
  changed_at: one.updated_at,
  starts_at: one.conducted_at,
  ends_at: one.ends_at,
  isCancelled: one.status === 'cancelled',
})

/** For the owner's own calendar: how to get there, but not what it is about. */
export const eventOfInterview = (one: Shown, language: Language, public_url: string): CalendarEvent => {
  const isOnline = one.meeting_type === 'online' && one.meeting_url !== null
  const link = `${public_url}/interviews/${one.id}`
  const isOver = one.status === 'cancelled'
  return {
    ...base(one, public_url),
    summary: say(words, language, 'interview.title'),
    location: isOnline ? say(words, language, 'interview.online') : one.location,
    description: [isOnline && !isOver && say(words, language, 'interview.join', { link: one.meeting_url! }), say(words, language, 'interview.more', { link })]
      .filter(Boolean)
      .join('\n'),
    url: isOnline && !isOver ? one.meeting_url : link,
  }
}

type InFeed = Shown & { last_name_kana: string; first_name_kana: string }
/** For third-party calendars, which store it: time, place and a link to our page. At most initials of the person. */
export const eventOfFeed = (one: InFeed, language: Language, public_url: string, shows_initials: boolean): CalendarEvent => {
  const initials = shows_initials ? initialsOf(one) : ''
  const title = say(words, language, 'interview.title')
  const isOnline = one.meeting_type === 'online' && one.meeting_url !== null
  const link = `${public_url}/interviews/${one.id}`
  return {
    ...base(one, public_url),
    summary: initials ? `${title} ${initials}` : title,
    location: isOnline ? say(words, language, 'interview.online') : one.location,
    description: say(words, language, 'interview.more', { link }),
    url: link,
  }
}
