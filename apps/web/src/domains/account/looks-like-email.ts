export const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)
/** An address as it is sent: without full-width letters and spaces around it. */
export const normalizeEmail = (text: string) => text.normalize('NFKC').trim()
