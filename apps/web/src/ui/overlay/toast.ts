export type ToastKind = 'success' | 'error' | 'info'
export type ToastOptions = { text?: string; onRetry?: () => void; onUndo?: () => void }
export type ToastItem = ToastOptions & { id: number; kind: ToastKind; title: string }

const maxToasts = 3
let items: readonly ToastItem[] = []
let nextId = 1
const listeners = new Set<() => void>()

const setItems = (next: readonly ToastItem[]) => {
  items = next
  for (const listener of listeners) listener()
}
const show =
  (kind: ToastKind) =>
  (title: string, options: ToastOptions = {}) => {
    const item: ToastItem = { ...options, id: nextId++, kind, title }
    // a repeated message restarts the existing toast, so that failing polls do not fill the screen
    setItems([...items.filter((existing) => existing.kind !== kind || existing.title !== title), item].slice(-maxToasts))
    return item.id
  }

export const toast = { success: show('success'), error: show('error'), info: show('info') }
export const dismissToast = (id: number) => setItems(items.filter((item) => item.id !== id))
/** Dismisses every toast that offers undo. */
export const dismissUndos = () => setItems(items.filter(({ onUndo }) => !onUndo))
export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  read: () => items,
}
