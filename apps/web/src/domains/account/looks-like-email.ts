export const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)
/** An address as it is sent: in NFKC, in which full-width letters, digits and `＠` become ASCII, and without spaces around it. */
export const normalizeEmail = (text: string) => text.normalize('NFKC').trim()
