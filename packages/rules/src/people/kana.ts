const kana = /^[\p{Script=Hiragana}\p{Script=Katakana}ー・･ｰ\s]*$/u

/** Whether a reading has only kana of any width, long vowel marks, spaces and the dots between names. Empty is valid. */
export const isKana = (text: string): boolean => kana.test(text)

/** A reading as it is stored: full-width katakana. */
export const toKatakana = (text: string): string => text.normalize('NFKC').replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60))

/** The kana of a text that an input method is converting. Everything else is dropped, such as Latin letters not yet turned into kana. */
export const kanaIn = (text: string): string => text.normalize('NFKC').replace(/[^\p{Script=Hiragana}\p{Script=Katakana}ー・]/gu, '')
