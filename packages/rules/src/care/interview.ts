import type { Interview, InterviewKind } from '@sukoyaka/wire/care/interview'

type InterviewTimes = Pick<Interview, 'conducted_at' | 'ends_at'>

const minuteMs = 60_000
/** Assumed duration of an interview without an end. */
const defaultDurationMs = 60 * minuteMs
const joinBeforeMs = 10 * minuteMs

/** Default duration of each kind in minutes. */
export const defaultMinutes: Record<InterviewKind, number> = { intro: 60, plan: 45, follow: 30, review: 30, other: 30 }

export const endOf = ({ conducted_at, ends_at }: InterviewTimes): number =>
  ends_at === null ? Date.parse(conducted_at) + defaultDurationMs : Date.parse(ends_at)

/** Completed: the start time has passed and it was not cancelled. */
export const isCompleted = ({ conducted_at, status }: Pick<Interview, 'conducted_at' | 'status'>, now: Date): boolean =>
  status !== 'cancelled' && Date.parse(conducted_at) <= now.getTime()

/** Requires both the type and a URL. */
export const isOnline = ({ meeting_type, meeting_url }: Pick<Interview, 'meeting_type' | 'meeting_url'>): boolean =>
  meeting_type === 'online' && Boolean(meeting_url)

/** From ten minutes before the start until the end. */
export const canJoin = (interview: InterviewTimes & Pick<Interview, 'meeting_type' | 'meeting_url' | 'status'>, now: Date): boolean =>
  interview.status === 'scheduled' &&
  isOnline(interview) &&
  Date.parse(interview.conducted_at) - joinBeforeMs <= now.getTime() &&
  now.getTime() < endOf(interview)

/** Own title, or the name of the kind. */
export const nameOf = ({ name, kind }: Pick<Interview, 'name' | 'kind'>, nameOfKind: (kind: InterviewKind) => string): string => name.trim() || nameOfKind(kind)

/** Half-open: an interview that ends when the other starts does not overlap. */
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
/** Horizontal position and width of each interview in a day column, as fractions; overlapping ones share the width. */
export const sideBySide = <T extends InterviewTimes>(interviews: readonly T[]): Map<T, Position> => {
  const positions = new Map<T, Position>()
  let group: { interview: T; lane: number }[] = []
  let groupEnd = 0
  const placeGroup = () => {
    const lanes = Math.max(1, ...group.map(({ lane }) => lane + 1))
    for (const { interview, lane } of group) positions.set(interview, { left: lane / lanes, width: 1 / lanes })
    group = []
  }
  const sorted = [...interviews].sort((a, b) => Date.parse(a.conducted_at) - Date.parse(b.conducted_at) || endOf(b) - endOf(a))
  for (const interview of sorted) {
    if (group.length && Date.parse(interview.conducted_at) >= groupEnd) placeGroup()
    const takenLanes = new Set(group.filter((other) => overlaps(other.interview, interview)).map(({ lane }) => lane))
    let lane = 0
    while (takenLanes.has(lane)) lane++
    groupEnd = group.length ? Math.max(groupEnd, endOf(interview)) : endOf(interview)
    group.push({ interview, lane })
  }
  placeGroup()
  return positions
}
