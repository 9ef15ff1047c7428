import { useEffect, useState } from 'react'

/** The value after it has not changed for `wait` ms. */
export function useDebounced<T>(value: T, wait = 250): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return settled
}
