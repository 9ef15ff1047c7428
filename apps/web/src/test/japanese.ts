import { namespaces } from '@sukoyaka/phrases/all'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

/** Initialises i18next with all Japanese texts, so that no test fetches them. */
export const initJapanese = async () => {
  const ja = Object.fromEntries(Object.entries(namespaces).map(([name, words]) => [name, words.ja]))
  await i18next.use(initReactI18next).init({ lng: 'ja', resources: { ja }, defaultNS: 'common', keySeparator: false, interpolation: { escapeValue: false } })
}
