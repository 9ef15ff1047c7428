/** Valid id in a URL. */
export const isId = /^[1-9]\d{0,15}$/
