import { makeObservable } from '../page/observable.ts'

export type ToastKind = 'success' | 'error' | 'info'
/** `onOpen` shows what the toast is about. */
export type ToastOptions = { text?: string; onRetry?: () => void; onUndo?: () => void; onOpen?: () => void }
export type ToastItem = ToastOptions & { id: number; kind: ToastKind; title: string }

const maxToasts = 3
let nextId = 1
export const toasts = makeObservable<readonly ToastItem[]>([])

const show =
  (kind: ToastKind) =>
  (title: string, options: ToastOptions = {}) => {
    const item: ToastItem = { ...options, id: nextId++, kind, title }
    // replaces the same message, so that failing polls do not fill the screen, unless the earlier one offers something
    const isReplaced = (existing: ToastItem) =>
      existing.kind === kind && existing.title === title && existing.text === options.text && !existing.onUndo && !existing.onRetry && !existing.onOpen
    toasts.set([...toasts.read().filter((existing) => !isReplaced(existing)), item].slice(-maxToasts))
    return item.id
  }

export const toast = { success: show('success'), error: show('error'), info: show('info') }
export const dismissToast = (id: number) => toasts.set(toasts.read().filter((item) => item.id !== id))
export const dismissToasts = (kind: ToastKind) => toasts.set(toasts.read().filter((item) => item.kind !== kind))
/** Dismisses every toast that offers undo. */
export const dismissUndos = () => toasts.set(toasts.read().filter(({ onUndo }) => !onUndo))
