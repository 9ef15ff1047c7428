/** Id in a URL. */
export const idPattern = /^[1-9]\d{0,15}$/
