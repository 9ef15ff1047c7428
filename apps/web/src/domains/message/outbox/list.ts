import { boxOf, editBox, readBox, type Waiting } from './box.ts'
import { dropFiles, keepFiles } from './files.ts'

export type NewMessage = Omit<Waiting, 'client_id' | 'state' | 'error' | 'at' | 'files'>

/** The stored messages of a user as an observable list. */
export const openList = (user_id: number, isSignedIn: () => boolean) => {
  const watchers = new Set<() => void>()
  let shown = readBox(user_id)

  const refresh = () => {
    shown = readBox(user_id)
    for (const watcher of watchers) watcher()
  }
  const change = (edit: (list: Waiting[]) => Waiting[]) => {
    editBox(user_id, edit, isSignedIn())
    refresh()
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (key === boxOf(user_id) || key === null) refresh()
  }
  addEventListener('storage', onStorage)
  // render the waiting state when offline
  addEventListener('offline', refresh)
  return {
    read: () => shown,
    /** Reads again what other windows may have changed. */
    refresh,
    add: async (message: NewMessage, files: File[]) => {
      const client_id = crypto.randomUUID()
      if (files.length) await keepFiles(client_id, files)
      const at = new Date().toISOString()
      const names = files.map(({ name, size }) => ({ name, size }))
      change((list) => [...list, { ...message, client_id, files: names, state: 'waiting', error: null, at }])
    },
    update: (client_id: string, edit: (message: Waiting) => Partial<Waiting>) =>
      change((list) => list.map((message) => (message.client_id === client_id ? { ...message, ...edit(message) } : message))),
    remove: (client_id: string) => {
      change((list) => list.filter((message) => message.client_id !== client_id))
      void dropFiles(client_id)
    },
    subscribe: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    close: () => {
      removeEventListener('storage', onStorage)
      removeEventListener('offline', refresh)
    },
  }
}
