import { makeObservable } from '../page/observable.ts'

const openDialogs = makeObservable<readonly HTMLDialogElement[]>([])

/** Registers an open modal dialog. Content outside of it is inert, so layers such as toasts move into it. Returns a function to unregister. */
export const registerDialog = (dialog: HTMLDialogElement) => {
  openDialogs.set([...openDialogs.read(), dialog])
  return () => openDialogs.set(openDialogs.read().filter((other) => other !== dialog))
}
export const topDialog = () => openDialogs.read().at(-1)
export const onDialogsChange = openDialogs.subscribe
