/** What stands for an id in an address. */
export const isId = /^[1-9]\d{0,15}$/
