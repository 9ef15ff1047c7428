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
/** Whether there probably is a keyboard. Browsers do not say so; devices with a fine pointer (mouse, trackpad or stylus) usually have one. */
export const useHasKeyboard = () => useMedia('(any-pointer: fine)')
/** Whether the window is too narrow for two columns. The cards are then in one column, in reading order. */
export const useIsOneColumn = () => useMedia(media.tablet)
