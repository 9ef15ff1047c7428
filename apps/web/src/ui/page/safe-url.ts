/** Only HTTPS URLs become links, because the text may be anything. */
export const safeUrl = (text: string): string | undefined => (/^https:\/\/[^\s]+$/i.test(text) ? text : undefined)
