import { calendar as words } from '@sukoyaka/phrases/care/calendar'
import type { Language } from '@sukoyaka/phrases/language'
import { initialsOf } from '@sukoyaka/rules/initials'
import { translate } from '../../config/language.ts'
import { type CalendarEvent, uidOf } from '../../files/icalendar.ts'

type InterviewEntry = {
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

const base = (interview: InterviewEntry, public_url: string) => ({
  uid: uidOf('interview', interview.id, public_url),
  sequence: interview.sequence,
  changed_at: interview.updated_at,
  starts_at: interview.conducted_at,
  ends_at: interview.ends_at,
  isCancelled: interview.status === 'cancelled',
})

/** For the calendar of the patient or a member of staff: time, place and links, but not what the interview is about. */
export const eventOfInterview = (interview: InterviewEntry, language: Language, public_url: string): CalendarEvent => {
  const isOnline = interview.meeting_type === 'online' && interview.meeting_url !== null
  const link = `${public_url}/interviews/${interview.id}`
  const isCancelled = interview.status === 'cancelled'
  return {
    ...base(interview, public_url),
    summary: translate(words, language, 'interview.title'),
    location: isOnline ? translate(words, language, 'interview.online') : interview.location,
    description: [
      isOnline && !isCancelled && translate(words, language, 'interview.join', { link: interview.meeting_url! }),
      translate(words, language, 'interview.more', { link }),
    ]
      .filter(Boolean)
      .join('\n'),
    url: isOnline && !isCancelled ? interview.meeting_url : link,
  }
}

type FeedEntry = InterviewEntry & { last_name_kana: string; first_name_kana: string }
/** For third-party calendars, which store the entry: time, place, a link to our page and at most the patient's initials. */
export const eventOfFeed = (item: FeedEntry, language: Language, public_url: string, shows_initials: boolean): CalendarEvent => {
  const initials = shows_initials ? initialsOf(item) : ''
  const title = translate(words, language, 'interview.title')
  const isOnline = item.meeting_type === 'online' && item.meeting_url !== null
  const link = `${public_url}/interviews/${item.id}`
  return {
    ...base(item, public_url),
    summary: initials ? `${title} ${initials}` : title,
    location: isOnline ? translate(words, language, 'interview.online') : item.location,
    description: translate(words, language, 'interview.more', { link }),
    url: link,
  }
}
