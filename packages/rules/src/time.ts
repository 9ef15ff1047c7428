/** `kr` is Korean. */
export type DateLanguage = 'ja' | 'en' | 'kr'

// Japan has had no daylight saving time since 1951, so Tokyo is UTC+9 for every stored instant, regardless of the system time zone.
const tokyoOffsetMs = 9 * 3_600_000

const asDate = (instant: Date | string) => (typeof instant === 'string' ? new Date(instant) : instant)

/** Shifts the instant so that its UTC fields show Tokyo time. */
const tokyoClock = (instant: Date | string) => {
  const date = asDate(instant)
  if (Number.isNaN(date.getTime())) throw new RangeError('not an instant')
  return new Date(date.getTime() + tokyoOffsetMs)
}

const pad2 = (value: number) => String(value).padStart(2, '0')
const dayText = (date: Date) => `${String(date.getUTCFullYear()).padStart(4, '0')}-${pad2(date.getUTCMonth() + 1)}-${pad2(date.getUTCDate())}`

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/
const parts = (day: string): [number, number, number] => {
  const match = dayPattern.exec(day)
  if (!match) throw new RangeError('not a day, YYYY-MM-DD')
  return [Number(match[1]), Number(match[2]), Number(match[3])]
}

const daysIn = (year: number, month: number) => {
  const last = new Date(0)
  last.setUTCFullYear(year, month, 0)
  return last.getUTCDate()
}

/** Whether the text is a day, `YYYY-MM-DD`, that the calendar has: not 2026-02-30, which `Date` reads as a day in March. */
export const isDay = (text: string): boolean => {
  const [, year, month, date] = dayPattern.exec(text)?.map(Number) ?? []
  return year !== undefined && month! >= 1 && month! <= 12 && date! >= 1 && date! <= daysIn(year, month!)
}

/** Calendar day in Asia/Tokyo, `YYYY-MM-DD`. Throws RangeError for an invalid instant. */
export const tokyoDay = (instant: Date | string): string => dayText(tokyoClock(instant))

/** First instant of a Tokyo day. Throws RangeError for a text that is no day, such as 2026-02-30. */
export const tokyoStartOfDay = (day: string): Date => {
  if (!isDay(day)) throw new RangeError('not a day, YYYY-MM-DD')
  return new Date(`${day}T00:00:00+09:00`)
}

/** Instant of a time of day, `HH:MM`, on a day in Tokyo. */
export const tokyoInstant = (day: string, time: string): Date => new Date(`${day}T${time}:00+09:00`)

/** The day `days` later; earlier if negative. */
export const addDays = (day: string, days: number): string => {
  const [year, month, date] = parts(day)
  const moved = new Date(0)
  moved.setUTCFullYear(year, month - 1, date + days)
  return dayText(moved)
}

/** Days from the first day to the second; negative if the second is earlier. */
export const daysBetween = (from: string, to: string): number => (tokyoStartOfDay(to).getTime() - tokyoStartOfDay(from).getTime()) / 86_400_000

/** Tokyo days from the day of the instant to that of `now`: 1 if it was yesterday, however few hours ago. */
export const daysSince = (instant: Date | string, now: Date): number => daysBetween(tokyoDay(instant), tokyoDay(now))

/** The same day of the month, months later; the last day of that month if it is shorter. */
export const addMonths = (day: string, months: number): string => {
  const [year, month, date] = parts(day)
  const count = year * 12 + month - 1 + months
  const newYear = Math.floor(count / 12)
  const newMonth = count - newYear * 12 + 1
  return `${String(newYear).padStart(4, '0')}-${pad2(newMonth)}-${pad2(Math.min(date, daysIn(newYear, newMonth)))}`
}

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => tokyoClock(tokyoStartOfDay(day)).getUTCDay()

const weekdays: Record<DateLanguage, readonly string[]> = {
  ja: ['日', '月', '火', '水', '木', '金', '土'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  kr: ['일', '월', '화', '수', '목', '금', '토'],
}

/** `date` 2026.11.21 · `weekday` 2026.11.21（土） · `short` 11.21 · `month` 2026.11 */
export type DayStyle = 'date' | 'weekday' | 'short' | 'month'

/** Formats a day for display. */
export const formatDay = (day: string, language: DateLanguage, style: DayStyle = 'date'): string => {
  const [year, month, date] = day.split('-')
  parts(day)
  if (style === 'short') return `${month}.${date}`
  if (style === 'month') return `${year}.${month}`
  const text = `${year}.${month}.${date}`
  if (style === 'date') return text
  const name = weekdays[language][weekdayOf(day)]
  return language === 'ja' ? `${text}（${name}）` : language === 'kr' ? `${text}(${name})` : `${text} (${name})`
}

/** Time of day in Tokyo, `14:00`. */
export const formatTime = (instant: Date | string): string => {
  const clock = tokyoClock(instant)
  return `${pad2(clock.getUTCHours())}:${pad2(clock.getUTCMinutes())}`
}

/** Time in Tokyo with seconds, as spreadsheets read it: `2026-11-21 14:00:05`. */
export const tokyoTimestamp = (instant: Date | string): string => tokyoClock(instant).toISOString().slice(0, 19).replace('T', ' ')

/** Formats an instant in Tokyo time: `2026.11.21 14:00`, with the weekday `2026.11.21（土）14:00`. */
export const formatInstant = (instant: Date | string, language: DateLanguage, style: DayStyle | 'time' = 'date'): string => {
  if (style === 'time') return formatTime(instant)
  const day = formatDay(tokyoDay(instant), language, style)
  return day.endsWith('）') ? `${day}${formatTime(instant)}` : `${day} ${formatTime(instant)}`
}

/** Tolerance of the server for client clocks that are fast, in milliseconds. */
export const clockLeeway = 300_000
