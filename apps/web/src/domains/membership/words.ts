const locales = { ja: 'ja-JP', en: 'en-US', kr: 'ko-KR' } as const

/** Name of a day's month. */
export const monthOf = (day: string, language: keyof typeof locales) =>
  new Intl.DateTimeFormat(locales[language], { month: 'long', timeZone: 'UTC' }).format(new Date(day))
