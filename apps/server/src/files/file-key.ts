const form = /^[a-z0-9_-]{1,200}$/

export const isKey = (key: string) => form.test(key)

/** Throws unless the key has the form that the server generates, so that it cannot address another path. */
export const requireKey = (key: string) => {
  if (!isKey(key)) throw new Error('not a key of a file')
}
