let count = 0

/**
 * The list of conversations by a URL that nobody requested before, so that the server reads it from PostgreSQL: a name of blanks is no filter, and blanks
 * after a name change nothing. Other paths are returned as they are.
 */
export const uncached = (path: string): string => {
  if (!path.startsWith('/api/message_rooms/list')) return path
  const blanks = (++count).toString(2).replaceAll('0', '%20').replaceAll('1', '%E3%80%80')
  return `${path}${path.includes('q[full_name_cont]') ? '' : `${path.includes('?') ? '&' : '?'}q[full_name_cont]=`}${blanks}`
}

/** The path without a name of blanks, as `uncached` adds it to one without a name. */
export const withoutBlanks = (path: string): string => path.replace(/[?&]q\[full_name_cont\]=(%20|%E3%80%80)*$/, '')
