import { type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { isImeKey } from '../form/ime.ts'
import { registerDialog } from './open-dialogs.ts'

type Options = {
  /** Called on Escape and on the back gesture of a phone. */
  onDismiss: () => void
  /** The back gesture does not close the dialog, for example because it asks about unsaved changes. */
  stays?: boolean
}

/**
 * Props of a modal `<dialog>`, open while mounted. It traps and restores the focus; `data-autofocus` marks the initial focus. Escape is handled as a
 * key, because it may belong to an IME composition and because Chromium lets a page cancel only one close request per user activation; a cancel or close
 * event is the back gesture.
 */
export const useModal = ({ onDismiss, stays = false }: Options) => {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    open(dialog)
    const unregister = registerDialog(dialog)
    return () => {
      unregister()
      dialog.close()
    }
  }, [])
  return {
    ref,
    tabIndex: -1,
    onKeyDown: (event: KeyboardEvent<HTMLDialogElement>) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      if (isImeKey({ isComposing: event.nativeEvent.isComposing, keyCode: event.keyCode })) return
      event.stopPropagation()
      onDismiss()
    },
    // a file input's cancel event bubbles
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target !== ref.current) return
      event.preventDefault()
      onDismiss()
    },
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target !== ref.current || ref.current.open) return
      if (stays) open(ref.current)
      onDismiss()
    },
  }
}

const open = (dialog: HTMLDialogElement) => {
  dialog.showModal()
  // focus the dialog instead of its close button, whose tooltip would cover the title
  const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog
  first.focus()
}
