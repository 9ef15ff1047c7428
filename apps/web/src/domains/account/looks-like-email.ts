export const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)
/** An address as it is sent: full-width letters become ASCII, and spaces around it are removed. */
export const normalizeEmail = (text: string) => text.normalize('NFKC').trim()
