import type { Language } from '@sukoyaka/phrases/kit'
import { createInstance } from 'i18next'
import ChainedBackend from 'i18next-chained-backend'
import HttpBackend from 'i18next-http-backend'
import LocalStorageBackend from 'i18next-localstorage-backend'
import { initReactI18next } from 'react-i18next'
import { htmlLang } from './language.ts'

declare const __PHRASES__: string

const translationCache = 600_000

export const i18n = createInstance()

/** Starts with one language; others follow by `speak`. New phrases of a new build are not hidden by the cache: its key holds their hash. */
export const startI18n = (language: Language) =>
  i18n
    .use(ChainedBackend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'ja',
      supportedLngs: ['ja', 'en', 'kr'],
      ns: ['common', 'shell'],
      defaultNS: 'common',
      keySeparator: false,
      nsSeparator: ':',
      interpolation: { escapeValue: false },
      backend: {
        backends: [LocalStorageBackend, HttpBackend],
        backendOptions: [{ expirationTime: translationCache, defaultVersion: __PHRASES__ }, { loadPath: '/locales/{{lng}}/{{ns}}.json' }],
      },
    })

export const speak = async (language: Language) => {
  document.documentElement.lang = htmlLang[language]
  if (i18n.language !== language) await i18n.changeLanguage(language)
}
