export type SendKey = 'enter' | 'ctrl_enter'

const storageKeyOf = (user_id: number) => `sukoyaka.ui.send.${user_id}`

const savedKeyOf = (user_id: number) => `sukoyaka.ui.send_saved.${user_id}`

/** The key that was chosen in this browser if the page was left before the server had saved it. */
export const readUnsavedSendKey = (user_id: number): SendKey | undefined => {
  try {
    return localStorage.getItem(savedKeyOf(user_id)) === 'false' ? readSendKey(user_id) : undefined
  } catch {
    return undefined
  }
}

/** Copy of the user's setting in this browser; `ctrl_enter` if there is no copy. */
export const readSendKey = (user_id: number): SendKey => {
  try {
    return localStorage.getItem(storageKeyOf(user_id)) === 'enter' ? 'enter' : 'ctrl_enter'
  } catch {
    return 'ctrl_enter'
  }
}
/** `isSaved`: the server has this setting. */
export const writeSendKey = (user_id: number, key: SendKey, isSaved: boolean) => {
  try {
    localStorage.setItem(storageKeyOf(user_id), key)
    localStorage.setItem(savedKeyOf(user_id), String(isSaved))
  } catch {
    // without the copy, the default applies until the setting is loaded from the server
  }
}

type Pressed = { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }

/** Whether this Enter sends the message. On touch devices Enter sends only with Ctrl or ⌘. */
export const sends = (key: SendKey, { ctrlKey, metaKey, shiftKey, altKey }: Pressed, isTouch: boolean) =>
  ctrlKey || metaKey ? !shiftKey && !altKey : key === 'enter' && !shiftKey && !altKey && !isTouch

export const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)
