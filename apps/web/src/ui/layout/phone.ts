import { useSyncExternalStore } from 'react'

const phone = '(max-width: 767px)'
const subscribe = (listener: () => void) => {
  const query = matchMedia(phone)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window has the width of a phone. */
export const useIsPhone = () => useSyncExternalStore(subscribe, () => matchMedia(phone).matches)
