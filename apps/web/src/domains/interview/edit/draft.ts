import { defaultMinutes, isMeetingUrl } from '@sukoyaka/rules/care/interview'
import { parseTypedTime } from '@sukoyaka/rules/day-text'
import { formatTime, tokyoDay } from '@sukoyaka/rules/time'
import type { Interview, InterviewKind } from '@sukoyaka/wire/care/interview'
import { typedInstant } from '../../../ui/date/hour.ts'
import { isSame } from '../../../ui/form/form-state.ts'

type Participant = Interview['participants'][number]

/** Booking form state: the day and both times are separate fields. */
export type Draft = {
  kind: InterviewKind
  name: string
  day: string | null
  from: string
  to: string
  participants: Participant[]
  meeting_type: Interview['meeting_type']
  meeting_url: string
  location: string
  facility_id: number | null
  included_in_plan: boolean
  status: Interview['status']
}

const minutesOf = (time: string) => {
  const read = parseTypedTime(time)
  return read === undefined ? undefined : Number(read.slice(0, 2)) * 60 + Number(read.slice(3))
}
/** The time plus `minutes`, at most 23:59; undefined if the time is unreadable. */
export const addMinutes = (time: string, minutes: number): string | undefined => {
  const from = minutesOf(time)
  if (from === undefined) return undefined
  const at = Math.min(from + minutes, 1439)
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}

export const draftOf = (interview: Interview): Draft => {
  const { kind, name, conducted_at, ends_at, participants, meeting_type, meeting_url, location, facility_id, included_in_plan, status } = interview
  return {
    kind,
    name,
    day: tokyoDay(conducted_at),
    from: formatTime(conducted_at),
    to: ends_at ? formatTime(ends_at) : '',
    participants,
    meeting_type,
    meeting_url: meeting_url ?? '',
    location,
    facility_id,
    included_in_plan,
    status,
  }
}

const hour = 3_600_000
/** A full hour, at least one hour from now, between 9:00 and 18:00. */
const nextStart = (now: Date) => {
  const next = new Date(Math.ceil((now.getTime() + hour) / hour) * hour)
  const at = Number(formatTime(next.toISOString()).slice(0, 2))
  const hoursToWait = at < 9 ? 9 - at : at > 18 ? 33 - at : 0
  return new Date(next.getTime() + hoursToWait * hour).toISOString()
}

/** Default booking: 30 minutes, online, at the given time or at `nextStart`. */
export const newDraft = (now: Date, own: Participant[], at?: string): Draft => {
  const start = at ?? nextStart(now)
  const from = formatTime(start)
  return {
    kind: 'follow',
    name: '',
    day: tokyoDay(start),
    from,
    to: addMinutes(from, defaultMinutes.follow) ?? '',
    participants: own,
    meeting_type: 'online',
    meeting_url: '',
    location: '',
    facility_id: null,
    included_in_plan: false,
    status: 'scheduled',
  }
}

export type Times = { conducted_at: string; ends_at: string }
export const timesOf = ({ day, from, to }: Pick<Draft, 'day' | 'from' | 'to'>): Times | undefined => {
  const conducted_at = typedInstant(day, from)
  const ends_at = typedInstant(day, to)
  return conducted_at && ends_at && ends_at > conducted_at ? { conducted_at, ends_at } : undefined
}

export const isOver = ({ ends_at }: Pick<Times, 'ends_at'>) => Date.parse(ends_at) <= Date.now()

export type FieldErrors = Partial<Record<'day' | 'from' | 'to' | 'meeting_url' | 'status', 'missing' | 'time' | 'order' | 'url' | 'future'>>
export const validateDraft = (draft: Draft, now: Date): FieldErrors => {
  const start = minutesOf(draft.from)
  const end = minutesOf(draft.to)
  const times = timesOf(draft)
  const url = draft.meeting_url.trim()
  return {
    ...(!draft.day && { day: 'missing' as const }),
    ...(start === undefined && { from: draft.from.trim() ? ('time' as const) : ('missing' as const) }),
    ...(end === undefined
      ? { to: draft.to.trim() ? ('time' as const) : ('missing' as const) }
      : start !== undefined && end <= start && { to: 'order' as const }),
    ...(url && !isMeetingUrl(url) && { meeting_url: 'url' as const }),
    ...(draft.status === 'done' && times && Date.parse(times.conducted_at) > now.getTime() && { status: 'future' as const }),
  }
}

/** Request body of a complete booking. */
export const requestBodyOf = (draft: Draft, { conducted_at, ends_at }: Times) => ({
  kind: draft.kind,
  name: draft.name.trim(),
  conducted_at,
  ends_at,
  participants: draft.participants.map(({ id }) => id),
  meeting_type: draft.meeting_type,
  // an interview in person keeps the meeting URL in case it becomes an online interview again
  meeting_url: draft.meeting_url.trim() || null,
  location: draft.location.trim(),
  facility_id: draft.facility_id,
  included_in_plan: draft.included_in_plan,
})

/** The time is typed in three fields and compared as one value. */
export const timeFields = ['day', 'from', 'to'] as const

const isSameTime = (a: string, b: string | null) => b !== null && Date.parse(a) === Date.parse(b)

/** Whether the time was edited. An unedited time is not sent, because the form cannot express times over midnight or without an end. */
export const isTimeEdited = (draft: Draft, interview: Interview) => {
  const before = draftOf(interview)
  return timeFields.some((field) => draft[field] !== before[field])
}

/** Only the changed fields, so that saving does not overwrite concurrent changes to other fields. */
export const changesIn = (draft: Draft, times: Times, interview: Interview) => {
  const isTimeChanged = isTimeEdited(draft, interview)
  const before = { ...requestBodyOf(draftOf(interview), { conducted_at: interview.conducted_at, ends_at: interview.ends_at ?? '' }) }
  const entries = Object.entries(requestBodyOf(draft, times)).filter(([field, value]) => {
    if (field === 'conducted_at' || field === 'ends_at') return isTimeChanged && !isSameTime(value as string, interview[field])
    return !isSame(value, before[field as keyof typeof before])
  })
  return { ...Object.fromEntries(entries), ...(draft.status !== interview.status && { status: draft.status }) } as Partial<ReturnType<typeof requestBodyOf>> & {
    status?: Interview['status']
  }
}
