import { useEffect, useState } from 'react'
import { useLanguage } from '../../../ui/date/tokyo.ts'

type HolidayList = Readonly<Record<string, { name: string; name_en: string }>>
let holidayList: HolidayList | undefined

// the list covers eighty years and is large, so it loads after the first render
const load = async () => (holidayList ??= (await import('@holiday-jp/holiday_jp/lib/holidays.js')).default)

/** Name of the Japanese public holiday on a Tokyo day, once the list is loaded. */
export const useHolidays = () => {
  const language = useLanguage()
  const [known, setKnown] = useState(holidayList)
  useEffect(() => {
    load().then(setKnown, () => undefined)
  }, [])
  return (day: string) => {
    const holiday = known?.[day]
    return holiday && (language === 'en' ? { name: holiday.name_en, lang: 'en' } : { name: holiday.name, lang: 'ja' })
  }
}
