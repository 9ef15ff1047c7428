import { calendar as words } from '@sukoyaka/phrases/care/calendar'
import type { Language } from '@sukoyaka/phrases/language'
import { placeOf } from '@sukoyaka/rules/care/interview'
import { initialsOf } from '@sukoyaka/rules/initials'
import { translate } from '../../config/language.ts'
import { type CalendarEvent, uidOf } from '../../files/icalendar.ts'

type InterviewEntry = {
  id: number
  conducted_at: string
  ends_at: string | null
  location: string
  facility_name: string | null
  meeting_type: 'online' | 'other'
  meeting_url: string | null
  status: string
  sequence: number
  updated_at: string
}

const eventOf = (interview: InterviewEntry, language: Language, public_url: string) => {
  const link = `${public_url}/interviews/${interview.id}`
  return {
    uid: uidOf('interview', interview.id, public_url),
    sequence: interview.sequence,
    changed_at: interview.updated_at,
    starts_at: interview.conducted_at,
    ends_at: interview.ends_at,
    isCancelled: interview.status === 'cancelled',
    summary: translate(words, language, 'interview.title'),
    // an interview that moved online keeps the location, and its URL may follow later
    location: interview.meeting_type === 'online' ? translate(words, language, 'interview.online') : placeOf(interview, interview.facility_name),
    description: translate(words, language, 'interview.more', { link }),
    url: link,
  }
}

/** For the calendar of the patient or a member of staff: time, place and links, but not what the interview is about. */
export const eventOfInterview = (interview: InterviewEntry, language: Language, public_url: string): CalendarEvent => {
  const event = eventOf(interview, language, public_url)
  const { meeting_type, meeting_url: url } = interview
  if (meeting_type !== 'online' || url === null || event.isCancelled) return event
  return { ...event, description: `${translate(words, language, 'interview.join', { link: url })}\n${event.description}`, url }
}

type FeedEntry = InterviewEntry & { last_name_kana: string; first_name_kana: string }
/** For third-party calendars, which store the entry: time, place, a link to our page and at most the patient's initials. */
export const eventOfFeed = (interview: FeedEntry, language: Language, public_url: string, shows_initials: boolean): CalendarEvent => {
  const event = eventOf(interview, language, public_url)
  const initials = shows_initials ? initialsOf(interview) : ''
  return initials ? { ...event, summary: `${event.summary} ${initials}` } : event
}
