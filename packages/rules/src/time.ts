const days = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', year: 'numeric', month: '2-digit', day: '2-digit' })
/** The calendar day in Tokyo. */
export const tokyoDay = (instant: Date | string): string => days.format(new Date(instant))
