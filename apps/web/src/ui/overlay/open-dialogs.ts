let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

const put = (next: readonly HTMLDialogElement[]) => {
  open = next
  for (const listener of listeners) listener()
}

/** Registers an open modal dialog. Content outside of it is inert, so layers such as toasts move into it. Returns a function to unregister. */
export const enterDialog = (dialog: HTMLDialogElement) => {
  put([...open, dialog])
  return () => put(open.filter((other) => other !== dialog))
}
export const topDialog = () => open.at(-1)
export const onDialogs = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
