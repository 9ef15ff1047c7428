import { addDays, addMonths, tokyoDay, weekdayOf } from './time.ts'

/** How a month and day without a year are resolved: to the last such day until today, the next one from today, or the nearest to today. */
export type Direction = 'past' | 'future' | 'nearest'

/** Words for days, with the number of days from today. しあさって comes before あさって, because it contains あさって. */
export const dayWords: [RegExp, number][] = [
  [/明々後日|しあさって|글피/, 3],
  [/明後日|あさって|모레/, 2],
  [/明日|あした|あす|tomorrow|내일/, 1],
  [/今日|本日|きょう|today|오늘/, 0],
]
const pastDayWords: [RegExp, number][] = [
  [/一昨日|おととい|그저께/, -2],
  [/昨日|きのう|yesterday|어제/, -1],
]
/** Names of the weekdays from Sunday. */
export const weekdayWords = [
  /日曜日?|日よう日?|sunday|sun\b|일요일/,
  /月曜日?|月よう日?|monday|mon\b|월요일/,
  /火曜日?|火よう日?|tuesday|tues?\b|화요일/,
  /水曜日?|水よう日?|wednesday|wed\b|수요일/,
  /木曜日?|木よう日?|thursday|thu(rs)?\b|목요일/,
  /金曜日?|金よう日?|friday|fri\b|금요일/,
  /土曜日?|土よう日?|saturday|sat\b|토요일/,
]
const weekWords: [RegExp, number][] = [
  [/^(再来週)の?/, 2],
  [/^(来週|next\s*week|next|다음\s*주)の?/, 1],
  [/^(今週|this\s*week|this|이번\s*주)の?/, 0],
  [/^(先週|last\s*week|last|지난\s*주)の?/, -1],
]
const firstYears: Record<string, number> = { 令和: 2019, r: 2019, 平成: 1989, h: 1989, 昭和: 1926, s: 1926, 大正: 1912, t: 1912, 明治: 1868, m: 1868 }

const pad2 = (value: number) => String(value).padStart(2, '0')

/** The day, or null if the calendar does not have it or if the year does not have four digits. */
export const dayOf = (year: number, month: number, day: number): string | null => {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isReal = year >= 1000 && year <= 9999 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? `${year}-${pad2(month)}-${pad2(day)}` : null
}

const distance = (day: string, today: string) => Math.abs(Date.parse(day) - Date.parse(today))

/** Adds the year that `direction` selects to a month and day. Tries several years, because not every year has a 29 February. */
const withYear = (month: number, day: number, today: string, direction: Direction): string | null => {
  const year = Number(today.slice(0, 4))
  const candidates = Array.from({ length: 17 }, (_, at) => dayOf(year - 8 + at, month, day)).filter((candidate) => candidate !== null)
  if (direction === 'future') return candidates.find((candidate) => candidate >= today) ?? null
  if (direction === 'past') return candidates.findLast((candidate) => candidate <= today) ?? null
  return candidates.toSorted((a, b) => distance(a, today) - distance(b, today))[0] ?? null
}

/** 2026-11-21, 2026年11月21日, 20261121, 令和8年11月21日, R8.11.21 and 11/21. Undefined if the text is no numeric date, null if it is invalid. */
const numericDay = (text: string, today: string, direction: Direction): string | null | undefined => {
  const eight = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  const full = eight ?? /^(\d{4})[-/.年년](\d{1,2})[-/.月월](\d{1,2})[日일]?$/.exec(text)
  if (full) return dayOf(Number(full[1]), Number(full[2]), Number(full[3]))
  const era = /^(令和|平成|昭和|大正|明治|[rhstm])(元|\d{1,2})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text)
  if (era) return dayOf(firstYears[era[1]!]! + (era[2] === '元' ? 1 : Number(era[2])) - 1, Number(era[3]), Number(era[4]))
  const short = /^(\d{1,2})[-/.月월](\d{1,2})[日일]?$/.exec(text)
  return short ? withYear(Number(short[1]), Number(short[2]), today, direction) : undefined
}

/** 3日後, 2週間前, 6か月後, in 3 days. */
const relativeDay = (text: string, today: string): string | undefined => {
  const found =
    /^(\d{1,3})(日間?|週間?|[かカヵヶケ箇]月間?|年間?|days?|weeks?|months?|years?|일|주|개월|년)(後|ご|later|fromnow|후|뒤|前|まえ|ago|전)$/.exec(text) ??
    /^in(\d{1,3})(days?|weeks?|months?|years?)()$/.exec(text)
  if (!found) return undefined
  const [, count, unit = '', direction = ''] = found
  const amount = Number(count) * (/^(前|まえ|ago|전)$/.test(direction) ? -1 : 1)
  if (/^(日|d|일)/.test(unit)) return addDays(today, amount)
  if (/^(週|w|주)/.test(unit)) return addDays(today, amount * 7)
  return addMonths(today, /^(年|y|년)/.test(unit) ? amount * 12 : amount)
}

/** 月曜, 来週月曜, 先週の水曜日, next monday. Weeks begin on Monday. Without a week: the next such day after today; for `past`, the last one until today. */
const namedWeekday = (text: string, today: string, direction: Direction): string | undefined => {
  const week = weekWords.find(([pattern]) => pattern.test(text))
  const rest = week ? text.replace(week[0], '') : text
  const weekday = weekdayWords.findIndex((pattern) => new RegExp(`^(${pattern.source.replaceAll('\\b', '')})$`).test(rest))
  if (weekday < 0) return undefined
  if (!week) return addDays(today, direction === 'past' ? -((weekdayOf(today) - weekday + 7) % 7) : (weekday - weekdayOf(today) + 7) % 7 || 7)
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7))
  return addDays(monday, week[1] * 7 + ((weekday + 6) % 7))
}

/**
 * Parses a typed day in Japanese, English or Korean, in any width: 今日, あさって, 11/24, 来週月曜, 令和8年11月18日, 2026.11.18, 3か月後. Null if invalid.
 * A weekday after the date, as in 11/24（火）, is ignored.
 */
export const parseTypedDay = (text: string, today: string, direction: Direction = 'nearest'): string | null => {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('。', '.')
    .replace(/\s/g, '')
    .replace(/\([日月火水木金土][^)]*\)$/, '')
  const numeric = numericDay(plain, today, direction)
  if (numeric !== undefined) return numeric
  const word = [...dayWords, ...pastDayWords].find(([pattern]) => new RegExp(`^(${pattern.source})$`).test(plain))
  if (word) return addDays(today, word[1])
  return relativeDay(plain, today) ?? namedWeekday(plain, today, direction) ?? null
}

/** `past` for a field whose latest day is today or earlier, `future` for one whose earliest day is today or later, else `nearest`. */
export const preferredDirection = ({ min, max }: { min?: string | undefined; max?: string | undefined }, now: Date): Direction => {
  const today = tokyoDay(now)
  if (max !== undefined && max <= today) return 'past'
  return min !== undefined && min >= today ? 'future' : 'nearest'
}

/** Parses a typed time to `HH:MM`: 14:00, 1000, 930, 9時半, 9時15分, 午後3時, 3pm. Undefined if invalid. */
export const parseTypedTime = (text: string): string | undefined => {
  const plain = text.normalize('NFKC').toLowerCase().replace(/[\s.]/g, '').replace('半', '30分').replace('반', '30분')
  const found = /^(午前|午後|오전|오후|am|pm)?(\d{1,2})(?::?(\d{2})|[時시](?:(\d{1,2})[分분])?|(?=[ap]m$))(am|pm)?$/.exec(plain)
  if (!found) return undefined
  const half = found[1] ?? found[5]
  const isAfternoon = half === '午後' || half === '오후' || half === 'pm'
  const stated = Number(found[2])
  const hour = half === undefined || stated > 12 ? stated : (stated % 12) + (isAfternoon ? 12 : 0)
  const minute = Number(found[3] ?? found[4] ?? 0)
  return hour > 23 || minute > 59 ? undefined : `${pad2(hour)}:${pad2(minute)}`
}
