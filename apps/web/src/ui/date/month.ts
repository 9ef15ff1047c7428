import { addDays, addMonths, weekdayOf } from '@sukoyaka/rules/time'

/** Weeks of a month from Sunday; null for days of other months. `month` is `YYYY-MM`. */
export const weeksOf = (month: string): (string | null)[][] => {
  const first = `${month}-01`
  const days: (string | null)[] = Array.from({ length: weekdayOf(first) }, () => null)
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  while (days.length % 7) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, index) => days.slice(index * 7, index * 7 + 7))
}

/** Target day of a calendar key; undefined for other keys. */
export const dayAfterKey = (day: string, key: string): string | undefined => {
  const first = `${day.slice(0, 7)}-01`
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
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    case 'Home':
      return first
    case 'End':
      return addDays(addMonths(first, 1), -1)
  }
}
