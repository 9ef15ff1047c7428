let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

const setOpen = (next: readonly HTMLDialogElement[]) => {
  open = next
  for (const listener of listeners) listener()
}

/** Registers an open modal dialog. Content outside of it is inert, so layers such as toasts move into it. Returns a function to unregister. */
export const registerDialog = (dialog: HTMLDialogElement) => {
  setOpen([...open, dialog])
  return () => setOpen(open.filter((other) => other !== dialog))
}
export const topDialog = () => open.at(-1)
export const onDialogsChange = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
