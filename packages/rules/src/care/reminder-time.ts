import { dayOf, dayWords, weekdayWords } from '../day-text.ts'
import { addDays, tokyoDay, tokyoStartOfDay, weekdayOf } from '../time.ts'

export const remindPresets = ['hour', 'evening', 'tomorrow', 'monday'] as const
export type RemindPreset = (typeof remindPresets)[number]

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Max time ahead. The server accepts a day more. */
const maxAheadMs = 365 * dayMs
const morning = 9
const evening = 18

const timeOn = (onDay: string, hours: number, minutes = 0) => new Date(tokyoStartOfDay(onDay).getTime() + hours * hourMs + minutes * minuteMs)
const nextWeekday = (today: string, weekday: number) => addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1)
/** Weekday of the week that starts with the next Monday. */
const weekdayOfNextWeek = (today: string, weekday: number) => addDays(nextWeekday(today, 1), (weekday + 6) % 7)

/** Presets to offer at this moment in Tokyo time, without past ones; no Monday if it is tomorrow. */
export const remindersAt = (now: Date): { preset: RemindPreset; at: Date }[] => {
  const today = tokyoDay(now)
  const tomorrow = addDays(today, 1)
  const monday = nextWeekday(today, 1)
  return [
    { preset: 'hour' as const, at: new Date(Math.floor(now.getTime() / minuteMs) * minuteMs + hourMs) },
    { preset: 'evening' as const, at: timeOn(today, evening) },
    { preset: 'tomorrow' as const, at: timeOn(tomorrow, morning) },
    ...(monday === tomorrow ? [] : [{ preset: 'monday' as const, at: timeOn(monday, morning) }]),
  ].filter((option) => option.at > now)
}

const units: Record<string, number> = { m: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs }
const unitOf = (word: string) => units[/^(分|m|분)/.test(word) ? 'm' : /^(時間|h|시간)/.test(word) ? 'h' : /^(日|d|일)/.test(word) ? 'd' : 'w']!

/** A part of the day: its default hour, and the hours that can be meant with it. */
type DayPart = { hour: number; first: number; last: number }
const dayParts: [RegExp, DayPart][] = [
  [/正午|昼|noon|정오|점심/, { hour: 12, first: 11, last: 16 }],
  [/夕方|夕|evening|저녁/, { hour: evening, first: 15, last: 23 }],
  // no hours after midnight, because it would be unclear which day they belong to
  [/夜|晩|night|밤/, { hour: 20, first: 17, last: 23 }],
  [/朝|morning|아침/, { hour: morning, first: 3, last: 11 }],
]

/** Removes each match from the text, so that the remainder is what was not understood. */
class TextParser {
  rest: string
  constructor(text: string) {
    this.rest = text
  }
  take(pattern: RegExp) {
    const found = pattern.exec(this.rest)
    if (found) this.rest = `${this.rest.slice(0, found.index)} ${this.rest.slice(found.index + found[0].length)}`
    return found
  }
  match<T>(patterns: readonly (readonly [RegExp, T])[]): T | undefined {
    for (const [pattern, value] of patterns) if (this.take(pattern)) return value
    return undefined
  }
}

/** Parses a duration from now: 30分後, 1時間半後, in 2 hours, 3일 후. */
const parseDuration = (parser: TextParser): number | undefined => {
  const found = parser.take(
    /(?:\bin\s+)?(\d+(?:\.\d+)?)\s*(分間?|時間|日間?|週間|minutes?|mins?|min|m|hours?|hrs?|h|days?|d|weeks?|w|시간|분|일|주)\s*(半|반)?\s*(後|ご|あと|later|from now|후|뒤)/,
  )
  const match = found ?? parser.take(/\bin\s+(\d+(?:\.\d+)?)\s*(minutes?|mins?|min|m|hours?|hrs?|h|days?|d|weeks?|w)\b()/)
  if (!match) return undefined
  const unit = unitOf(match[2]!)
  return Number(match[1]) * unit + (match[3] ? unit / 2 : 0)
}

/** Parses a day; undefined if none is named, `null` if it is invalid. */
const parseDay = (parser: TextParser, today: string): string | null | undefined => {
  const fullDate = parser.take(/(\d{4})\s*[-/.年년]\s*(\d{1,2})\s*[-/.月월]\s*(\d{1,2})\s*(?:日|일)?/)
  if (fullDate) return dayOf(Number(fullDate[1]), Number(fullDate[2]), Number(fullDate[3]))
  const shortDate = parser.take(/(\d{1,2})\s*[-/.月월]\s*(\d{1,2})\s*(?:日|일)?(?![\d:])/)
  if (shortDate) {
    const year = Number(today.slice(0, 4))
    return [year, year + 1].map((each) => dayOf(each, Number(shortDate[1]), Number(shortDate[2]))).find((named) => named !== null && named >= today) ?? null
  }
  const daysAhead = parser.match(dayWords)
  if (daysAhead !== undefined) return addDays(today, daysAhead)
  const isNextWeek = parser.take(/来週の?|next\s*week|다음\s*주/) !== null
  const isNext = parser.take(/次の?|\bnext\b|今度の?|이번\s*주/) !== null
  const weekday = weekdayWords.findIndex((pattern) => parser.take(pattern))
  if (weekday >= 0) return isNextWeek ? weekdayOfNextWeek(today, weekday) : nextWeekday(today, weekday)
  if (isNextWeek) return nextWeekday(today, 1)
  return isNext ? null : undefined
}

/** The hours of the day that a stated hour can mean. */
const hoursOf = (stated: number, { isPm, isAm, isOfPart }: { isPm: boolean; isAm: boolean; isOfPart: boolean }): number[] => {
  if (isPm) return [stated < 12 ? stated + 12 : stated]
  if (isAm) return stated > 12 ? [] : [stated % 12]
  return isOfPart ? [stated, stated + 12] : [stated]
}

type Clock = { hours: number; minutes: number }

/** Parses a time of day; undefined if none is named, `null` if it is invalid. */
const parseTime = (parser: TextParser): Clock | null | undefined => {
  const halfDay = parser.match([
    [/午前|오전|\ba\.?m\.?\b/, 0],
    [/午後|오후|\bp\.?m\.?\b/, 12],
  ] as const)
  const found =
    parser.take(/(\d{1,2}):(\d{2})\s*([ap])?\.?(?:m\b\.?)?/) ??
    parser.take(/(\d{1,2})\s*[時시]\s*(?:(\d{1,2})\s*[分분]|(半|반))?/) ??
    parser.take(/(\d{1,2})()\s*([ap])\.?m\b\.?/) ??
    (halfDay === undefined ? parser.take(/\bat\s+(\d{1,2})()\b/) : parser.take(/(\d{1,2})()\b/))
  const dayPart = parser.match(dayParts)
  if (!found) return halfDay !== undefined ? null : dayPart === undefined ? undefined : { hours: dayPart.hour, minutes: 0 }
  const minutes = found[3] === '半' || found[3] === '반' ? 30 : Number(found[2] || 0)
  const isPm = halfDay === 12 || found[3] === 'p'
  const isAm = halfDay === 0 || found[3] === 'a'
  const isInPart = (hour: number) => !dayPart || (hour >= dayPart.first && hour <= dayPart.last)
  const hours = hoursOf(Number(found[1]), { isPm, isAm, isOfPart: dayPart !== undefined }).find(isInPart)
  return hours === undefined || hours > 23 || minutes > 59 ? null : { hours, minutes }
}

/** Parses a reminder time in Tokyo time: 明後日 9時, 11/25 14:00, 30分後, tomorrow 3pm. Undefined if unclear, past or too far ahead. */
export const remindTime = (text: string, now: Date): Date | undefined => {
  const parser = new TextParser(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/今夜|今晩|tonight/g, '今日 夜 '),
  )
  const today = tokyoDay(now)
  const durationMs = parseDuration(parser)
  let found: Date
  if (durationMs !== undefined) found = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs + durationMs)
  else {
    const named = parseDay(parser, today)
    const time = parseTime(parser)
    if (named === null || time === null || (named === undefined && time === undefined)) return undefined
    const { hours, minutes } = time ?? { hours: morning, minutes: 0 }
    found = timeOn(named ?? today, hours, minutes)
    // a time without a day means tomorrow if it has passed today
    if (named === undefined && found <= now) found = timeOn(addDays(today, 1), hours, minutes)
  }
  const rest = parser.rest.replace(/[\s、,.。()の]|\b(at|on|の|に)\b|頃|ごろ|に|에/g, '')
  return rest === '' && found > now && found.getTime() - now.getTime() <= maxAheadMs ? found : undefined
}
