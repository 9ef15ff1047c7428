const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // treat unreadable storage as empty
    return undefined
  }
}

/** Unsent messages, message drafts and ids of selected files of this user in localStorage, by key. */
export const storedInput = (user_id: number): ReadonlyMap<string, unknown> => {
  const isOwn = new RegExp(`^unsent\\.\\w+\\.${user_id}(\\.|$)`)
  return new Map(Object.entries<string>(localStorage).flatMap(([key, text]) => (isOwn.test(key) ? [[key, parse(text)]] : [])))
}
