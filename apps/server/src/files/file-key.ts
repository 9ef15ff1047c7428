const form = /^[a-z0-9_-]{1,200}$/

export const isKey = (key: string) => form.test(key)

/** Whatever a store is asked for is one of our own names: nothing that leads elsewhere. */
export const mustBeKey = (key: string) => {
  if (!isKey(key)) throw new Error('not a key of a file')
}
