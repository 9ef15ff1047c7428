import { useEffect, useState } from 'react'
import { useLanguage } from '../../ui/date/tokyo.ts'

type All = Readonly<Record<string, { name: string; name_en: string }>>
let all: All | undefined

// eighty years of them are no small list: the week does not wait for it
const load = async () => (all ??= (await import('@holiday-jp/holiday_jp/lib/holidays.js')).default)

/** The name of Japan’s public holiday on a Tokyo day, once the list is there. */
export const useHolidays = () => {
  const language = useLanguage()
  const [known, setKnown] = useState(all)
  useEffect(() => {
    load().then(setKnown, () => undefined)
  }, [])
  return (day: string) => {
    const one = known?.[day]
    return one && (language === 'en' ? { name: one.name_en, lang: 'en' } : { name: one.name, lang: 'ja' })
  }
}
