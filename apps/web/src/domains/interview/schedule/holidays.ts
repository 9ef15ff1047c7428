import { useEffect, useState } from 'react'
import { useLanguage } from '../../../ui/date/tokyo.ts'

type All = Readonly<Record<string, { name: string; name_en: string }>>
let all: All | undefined

// the list covers eighty years and is large, so it loads after the first render
const load = async () => (all ??= (await import('@holiday-jp/holiday_jp/lib/holidays.js')).default)

/** Name of the Japanese public holiday on a Tokyo day, once the list is loaded. */
export const useHolidays = () => {
  const language = useLanguage()
  const [known, setKnown] = useState(all)
  useEffect(() => {
    load().then(setKnown, () => undefined)
  }, [])
  return (day: string) => {
    const holiday = known?.[day]
    return holiday && (language === 'en' ? { name: holiday.name_en, lang: 'en' } : { name: holiday.name, lang: 'ja' })
  }
}
