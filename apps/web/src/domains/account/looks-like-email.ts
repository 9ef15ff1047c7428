/** As `Email` of the calls. */
export const looksLikeEmail = (text: string) => /^[!#-?A-~]+@[!#-?A-~]+$/.test(text)
/** The e-mail address as it is sent to the server: in NFKC (full-width letters, digits and `＠` become ASCII) and without spaces around it. */
export const normalizeEmail = (text: string) => text.normalize('NFKC').trim()
