import { useSyncExternalStore } from 'react'

const phone = '(max-width: 767px)'
const subscribe = (listener: () => void) => {
  const query = matchMedia(phone)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Where there is the width of a telephone. */
export const useIsPhone = () => useSyncExternalStore(subscribe, () => matchMedia(phone).matches)
