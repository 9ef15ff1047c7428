import type { Language } from '@sukoyaka/phrases/language'

/** Shows this page in another language; set by the app, which owns the router. */
export const languageSwitch: { current: (language: Language) => void } = { current: () => undefined }
