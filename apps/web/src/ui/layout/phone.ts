import { useSyncExternalStore } from 'react'

const useMedia = (media: string) =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(media)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(media).matches,
  )

/** Whether the window has the width of a phone. */
export const useIsPhone = () => useMedia('(max-width: 767px)')
/** Whether cards stand in one column; a component then renders them in the order in which they are read. */
export const useIsOneColumn = () => useMedia('(max-width: 899.98px)')
