/** Sentences one after the other, each with a full stop: the title of an error and its reasons, which come from other places. */
export const joinSentences = (texts: readonly (string | undefined)[]): string =>
  texts
    .flatMap((text) => text || [])
    .map((text) => (/[。.!?！？]$/.test(text) ? text : `${text}${/[^\p{Script=Latin}\p{Script=Hangul}\d]$/u.test(text) ? '。' : '.'}`))
    .join(' ')
    .replaceAll('。 ', '。')
