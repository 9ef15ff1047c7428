import { pageLanguage } from '../../i18n/language.ts'

/** Several texts as sentences, each with a full stop: the title of an error and its reasons, which come from other places. */
export const joinSentences = (texts: readonly (string | undefined)[]): string => {
  const [first = '', ...others] = texts.flatMap((text) => text?.trim() || [])
  if (!others.length) return first
  const stop = pageLanguage() === 'ja' ? '。' : '.'
  return [first, ...others]
    .map((text) => (/[。.!?！？]$/.test(text) ? text : text + stop))
    .join(' ')
    .replaceAll('。 ', '。')
}
