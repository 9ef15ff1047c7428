import type { Language } from '@sukoyaka/phrases/language'

/** Set by the app, which owns the router: shows this page in another language. */
export const languageSwitch: { current: (language: Language) => void } = { current: () => undefined }
