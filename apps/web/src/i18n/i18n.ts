import type { Language } from '@sukoyaka/phrases/language'
import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { htmlLang } from './language.ts'
import { phraseBackend } from './phrase-backend.ts'

export const i18n = createInstance()

/** Loads one language, and Japanese as the fallback; the language switch loads others. */
export const startI18n = (language: Language) =>
  i18n
    .use(phraseBackend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'ja',
      supportedLngs: ['ja', 'en', 'kr'],
      ns: ['common', 'shell', 'ui'],
      defaultNS: 'common',
      keySeparator: false,
      nsSeparator: ':',
      interpolation: { escapeValue: false },
    })

export const changeLanguage = async (language: Language) => {
  document.documentElement.lang = htmlLang[language]
  if (i18n.language !== language) await i18n.changeLanguage(language)
}
