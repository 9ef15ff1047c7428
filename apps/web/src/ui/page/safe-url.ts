/** Only addresses of the web are opened: what was typed may be anything. */
export const safeUrl = (text: string): string | undefined => (/^https:\/\/[^\s]+$/i.test(text) ? text : undefined)
