import { useEffect, useState } from 'react'

/** Default delay of `useDebounced`, for search while typing. */
export const debounceMs = 250

/** The value after it has not changed for `delayMs`. */
export function useDebounced<T>(value: T, delayMs = debounceMs): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
