import { addDays, addMonths, weekdayOf } from '@sukoyaka/rules/time'

/** What a calendar shows: the days of a month, the months of a year or the years of a decade. */
export type Level = 'day' | 'month' | 'year'

const choicesPerRow = 3
const choiceCount = { month: 12, year: 10 }
const monthsPerChoice = { month: 1, year: 12 }

const rowsOf = <T>(items: readonly T[], length: number) =>
  Array.from({ length: Math.ceil(items.length / length) }, (_, index) => items.slice(index * length, index * length + length))

export const clampDay = (day: string, min?: string, max?: string) => (min && day < min ? min : max && day > max ? max : day)

/** Weeks of a month from Sunday; null for days of other months. `month` is `YYYY-MM`. */
export const weeksOf = (month: string): (string | null)[][] => {
  const first = `${month}-01`
  const days: (string | null)[] = Array.from({ length: weekdayOf(first) }, () => null)
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  while (days.length % 7) days.push(null)
  return rowsOf(days, 7)
}

const choiceIndex = (day: string, level: 'month' | 'year') => (level === 'month' ? Number(day.slice(5, 7)) - 1 : Number(day.slice(0, 4)) % choiceCount.year)

/** Months of the year or years of the decade of `day`. Each is represented by the same day in it. */
export const choicesOf = (day: string, level: 'month' | 'year'): string[][] => {
  const first = -choiceIndex(day, level)
  const days = Array.from({ length: choiceCount[level] }, (_, index) => addMonths(day, (first + index) * monthsPerChoice[level]))
  return rowsOf(days, choicesPerRow)
}

/** The same day on another page: another month, year or decade. */
export const turnPage = (day: string, level: Level, pages: number) =>
  addMonths(day, pages * (level === 'day' ? 1 : choiceCount[level] * monthsPerChoice[level]))

/** Target day of a key in a month, as in the date grid of the ARIA practices; undefined for other keys. */
export const dayAfterKey = (day: string, key: string, withShift = false): string | undefined => {
  const weekday = weekdayOf(day)
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'PageUp':
      return addMonths(day, withShift ? -12 : -1)
    case 'PageDown':
      return addMonths(day, withShift ? 12 : 1)
    case 'Home':
      return addDays(day, -weekday)
    case 'End':
      return addDays(day, 6 - weekday)
  }
}

/** Target day of a key in the months of a year or the years of a decade; undefined for other keys. */
export const choiceAfterKey = (day: string, key: string, level: 'month' | 'year'): string | undefined => {
  const index = choiceIndex(day, level)
  const column = index % choicesPerRow
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -choicesPerRow,
    ArrowDown: choicesPerRow,
    PageUp: -choiceCount[level],
    PageDown: choiceCount[level],
    Home: -column,
    End: Math.min(choicesPerRow - 1 - column, choiceCount[level] - 1 - index),
  }
  const step = steps[key]
  return step === undefined ? undefined : addMonths(day, step * monthsPerChoice[level])
}
