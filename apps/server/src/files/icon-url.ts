const prefix = '/files/icon-'
const pattern = /^\/files\/icon-([0-9a-f]{36})$/

/**
 * The URL of a person's icon (`users.icon`) or a product image (`products.images`). It is the same for everyone and does not expire, so that browsers can reuse
 * the image; the random key cannot be guessed, and the server checks on every request whether the signed-in person may see it.
 */
export const iconUrlOf = (key: string) => `${prefix}${key}`

/** The key of the file of an icon or a product image; undefined for any other URL. */
export const iconKeyIn = (url: string): string | undefined => pattern.exec(url)?.[1]
