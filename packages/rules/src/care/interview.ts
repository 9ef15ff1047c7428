import type { Interview, InterviewKind } from '@sukoyaka/wire/care/interview'

type Held = Pick<Interview, 'conducted_at' | 'ends_at'>

const minute = 60_000
/** Assumed duration of an interview without an end. */
const unknownLength = 60 * minute
const joinBefore = 10 * minute

/** Default duration of each kind in minutes. */
export const usualMinutes: Record<InterviewKind, number> = { intro: 60, plan: 45, follow: 30, review: 30, other: 30 }

export const endOf = ({ conducted_at, ends_at }: Held): number => (ends_at === null ? Date.parse(conducted_at) + unknownLength : Date.parse(ends_at))

/** Completed: the start time has passed and it was not cancelled. */
export const isCompleted = ({ conducted_at, status }: Pick<Interview, 'conducted_at' | 'status'>, now: Date): boolean =>
  status !== 'cancelled' && Date.parse(conducted_at) <= now.getTime()

/** Requires both the type and a URL. */
export const isOnline = ({ meeting_type, meeting_url }: Pick<Interview, 'meeting_type' | 'meeting_url'>): boolean =>
  meeting_type === 'online' && Boolean(meeting_url)

/** From ten minutes before the start until the end. */
export const mayJoin = (interview: Held & Pick<Interview, 'meeting_type' | 'meeting_url' | 'status'>, now: Date): boolean =>
  interview.status === 'scheduled' &&
  isOnline(interview) &&
  Date.parse(interview.conducted_at) - joinBefore <= now.getTime() &&
  now.getTime() < endOf(interview)

/** Own title, or the name of the kind. */
export const nameOf = ({ name, kind }: Pick<Interview, 'name' | 'kind'>, words: (kind: InterviewKind) => string): string => name.trim() || words(kind)

/** Half-open: an interview that ends when the other starts does not overlap. */
export const overlaps = (a: Held, b: Held): boolean => Date.parse(a.conducted_at) < endOf(b) && Date.parse(b.conducted_at) < endOf(a)

/** URL shown to people and never fetched by the server. */
export const isMeetingUrl = (text: string): boolean => {
  try {
    const { protocol, hostname, username, password } = new URL(text)
    return protocol === 'https:' && hostname.includes('.') && !username && !password
  } catch {
    return false
  }
}

type Placed = { left: number; width: number }
/** Horizontal position and width of each interview in a day column, as fractions; overlapping ones share the width. */
export const sideBySide = <T extends Held>(all: readonly T[]): Map<T, Placed> => {
  const placed = new Map<T, Placed>()
  let group: { interval: T; lane: number }[] = []
  let until = 0
  const settle = () => {
    const lanes = Math.max(1, ...group.map(({ lane }) => lane + 1))
    for (const { interval: one, lane } of group) placed.set(one, { left: lane / lanes, width: 1 / lanes })
    group = []
  }
  const inOrder = [...all].sort((a, b) => Date.parse(a.conducted_at) - Date.parse(b.conducted_at) || endOf(b) - endOf(a))
  for (const interval of inOrder) {
    if (group.length && Date.parse(interval.conducted_at) >= until) settle()
    const taken = new Set(group.filter((other) => overlaps(other.interval, interval)).map(({ lane }) => lane))
    let lane = 0
    while (taken.has(lane)) lane++
    until = group.length ? Math.max(until, endOf(interval)) : endOf(interval)
    group.push({ interval, lane })
  }
  settle()
  return placed
}
