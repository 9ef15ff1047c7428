import { type DateLanguage, formatDay } from './time.ts'

/** First day of each era, newest first; Meiji from the first day of the western calendar in Japan. */
const eras = [
  { from: '2019-05-01', ja: '令和', en: 'Reiwa', kr: '레이와' },
  { from: '1989-01-08', ja: '平成', en: 'Heisei', kr: '헤이세이' },
  { from: '1926-12-25', ja: '昭和', en: 'Showa', kr: '쇼와' },
  { from: '1912-07-30', ja: '大正', en: 'Taisho', kr: '다이쇼' },
  { from: '1873-01-01', ja: '明治', en: 'Meiji', kr: '메이지' },
] as const

const firstMeijiYear = 1868

/** Year of the Japanese calendar, such as `昭和43年`; in Japanese the first year is 元年. Empty before 1873, when Japan used another calendar. */
export const eraYear = (day: string, language: DateLanguage): string => {
  const era = eras.find(({ from }) => day >= from)
  if (!era) return ''
  const first = era.ja === '明治' ? firstMeijiYear : Number(era.from.slice(0, 4))
  const year = Number(day.slice(0, 4)) - first + 1
  if (language === 'en') return `${era.en} ${year}`
  return language === 'kr' ? `${era.kr} ${year}년` : `${era.ja}${year === 1 ? '元' : year}年`
}

/** A day in both calendars: `令和8年10月14日（2026.10.14）`, `2026.10.14 (Reiwa 8)`. Before 1873 the western date alone. */
export const formatEraDay = (day: string, language: DateLanguage): string => {
  const [era, date] = [eraYear(day, language), formatDay(day, language)]
  if (!era) return date
  return language === 'ja' ? `${era}${Number(day.slice(5, 7))}月${Number(day.slice(8))}日（${date}）` : `${date} (${era})`
}
