import type { Interview, InterviewKind } from '@sukoyaka/wire/care/interview'

type InterviewTimes = Pick<Interview, 'conducted_at' | 'ends_at'>

const minuteMs = 60_000
/** Assumed duration of an interview without an end. */
const defaultDurationMs = 60 * minuteMs
/** How long before its start people can join an interview. */
export const joinBeforeMs = 10 * minuteMs

/** Default duration of each kind in minutes. */
export const defaultMinutes: Record<InterviewKind, number> = { intro: 60, plan: 45, follow: 30, review: 30, other: 30 }

export const endOf = ({ conducted_at, ends_at }: InterviewTimes): number =>
  ends_at === null ? Date.parse(conducted_at) + defaultDurationMs : Date.parse(ends_at)

/** An interview is completed once its start time has passed, unless it is cancelled. */
export const isCompleted = ({ conducted_at, status }: Pick<Interview, 'conducted_at' | 'status'>, now: Date): boolean =>
  status !== 'cancelled' && Date.parse(conducted_at) <= now.getTime()

/** Whether the interview has the type `online` and a URL. */
export const isOnline = ({ meeting_type, meeting_url }: Pick<Interview, 'meeting_type' | 'meeting_url'>): boolean =>
  meeting_type === 'online' && Boolean(meeting_url)

/** Whether people can join: a scheduled online interview, from ten minutes before its start until its end. */
export const canJoin = (interview: InterviewTimes & Pick<Interview, 'meeting_type' | 'meeting_url' | 'status'>, now: Date): boolean =>
  interview.status === 'scheduled' &&
  isOnline(interview) &&
  Date.parse(interview.conducted_at) - joinBeforeMs <= now.getTime() &&
  now.getTime() < endOf(interview)

/** The name of the interview, or the name of its kind if it has none. */
export const nameOf = ({ name, kind }: Pick<Interview, 'name' | 'kind'>, nameOfKind: (kind: InterviewKind) => string): string => name.trim() || nameOfKind(kind)

/** Where an interview in person takes place: the facility, if one is booked, and the location within it or elsewhere, which may name it too. Empty if unknown. */
export const placeOf = ({ location }: Pick<Interview, 'location'>, facility_name: string | null | undefined): string => {
  const place = location.trim()
  return facility_name && !place.startsWith(facility_name) ? `${facility_name} ${place}`.trim() : place
}

/** Whether two interviews overlap. They do not if one ends when the other starts. */
export const overlaps = (a: InterviewTimes, b: InterviewTimes): boolean => Date.parse(a.conducted_at) < endOf(b) && Date.parse(b.conducted_at) < endOf(a)

/** Whether the text is an https URL with a dot in its host name and without credentials. People open the URL; the server never fetches it. */
export const isMeetingUrl = (text: string): boolean => {
  try {
    const { protocol, hostname, username, password } = new URL(text)
    return protocol === 'https:' && hostname.includes('.') && !username && !password
  } catch {
    return false
  }
}

type Position = { left: number; width: number }
/** Half-open interval in any unit. */
type Extent = { start: number; end: number }
/** Horizontal position and width of each block in a day column, as fractions; blocks whose extents overlap, directly or through others, share the width. */
export const sideBySide = <T>(blocks: readonly T[], extentOf: (block: T) => Extent): Map<T, Position> => {
  const positions = new Map<T, Position>()
  let group: (Extent & { block: T; lane: number })[] = []
  const placeGroup = () => {
    const lanes = Math.max(1, ...group.map(({ lane }) => lane + 1))
    for (const { block, lane } of group) positions.set(block, { left: lane / lanes, width: 1 / lanes })
    group = []
  }
  const sorted = blocks.map((block) => ({ block, ...extentOf(block) })).sort((a, b) => a.start - b.start || b.end - a.end)
  for (const { block, start, end } of sorted) {
    if (group.every((other) => other.end <= start)) placeGroup()
    const takenLanes = new Set(group.filter((other) => other.end > start).map(({ lane }) => lane))
    let lane = 0
    while (takenLanes.has(lane)) lane++
    group.push({ block, lane, start, end })
  }
  placeGroup()
  return positions
}
