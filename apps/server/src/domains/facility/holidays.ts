import holiday_jp from '@holiday-jp/holiday_jp'
import type { Language } from '@sukoyaka/phrases/language'

export type Holiday = { day: string; name: string }

// the keys are Tokyo days; the library's functions use the machine's time zone
const holidayTable: Record<string, { name: string; name_en: string }> = holiday_jp.holidays
const days: ReadonlySet<string> = new Set(Object.keys(holidayTable))
const holidaysByYear = Map.groupBy(Object.entries(holidayTable), ([day]) => Number(day.slice(0, 4)))

/** National holidays from 1970 to 2050, as Tokyo days. */
export const holidayDays = (): ReadonlySet<string> => days

/** Holidays of a year and the next two. */
export const holidaysFrom = (year: number, language: Language): Holiday[] =>
  [year, year + 1, year + 2]
    .flatMap((one) => holidaysByYear.get(one) ?? [])
    .map(([day, { name, name_en }]) => ({ day, name: language === 'en' ? name_en : name }))
