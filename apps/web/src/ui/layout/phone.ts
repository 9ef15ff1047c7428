import { useSyncExternalStore } from 'react'
import { media } from '../../theme/media.ts'

const useMedia = (query: string) =>
  useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )

/** Whether the window has the width of a phone. */
export const useIsPhone = () => useMedia(media.phone)
/** Whether the window is too narrow for a list with a pane beside it. */
export const useIsNarrowDesk = () => useMedia(media.narrowDesk)
/** Whether there is a mouse or trackpad, and with it a keyboard: phones and tablets alone have none. */
export const useHasKeyboard = () => useMedia('(any-pointer: fine)')
/** Whether cards stand in one column; a component then renders them in the order in which they are read. */
export const useIsOneColumn = () => useMedia(media.tablet)
