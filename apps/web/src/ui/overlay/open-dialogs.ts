let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

const put = (next: readonly HTMLDialogElement[]) => {
  open = next
  for (const listener of listeners) listener()
}

/** A modal dialog makes dead whatever is not inside it, so what must stay alive over it moves in. Answers how to leave. */
export const enterDialog = (dialog: HTMLDialogElement) => {
  put([...open, dialog])
  return () => put(open.filter((one) => one !== dialog))
}
export const topDialog = () => open.at(-1)
export const onDialogs = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
