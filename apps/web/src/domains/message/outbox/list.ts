import { deleteFiles, storeFiles } from '../../../api/unsent/files.ts'
import { makeObservable } from '../../../ui/page/observable.ts'
import { editOutbox, type OutboxMessage, outboxKeyOf, readOutbox, takeStoredOutbox } from './outbox-message.ts'

export type NewMessage = Omit<OutboxMessage, 'client_id' | 'state' | 'error' | 'at' | 'files'>

/** The stored messages of a user as an observable list. */
export const openList = (user_id: number, isSignedIn: () => boolean) => {
  const { read, set, subscribe } = makeObservable(readOutbox(user_id))
  const refresh = () => {
    set(readOutbox(user_id))
    return read()
  }
  const change = (edit: (list: OutboxMessage[]) => OutboxMessage[]) => {
    editOutbox(user_id, edit, isSignedIn())
    refresh()
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== outboxKeyOf(user_id) && key !== null) return
    if (key !== null) takeStoredOutbox(user_id, newValue)
    refresh()
  }
  addEventListener('storage', onStorage)
  // waiting messages show whether the browser is offline
  addEventListener('offline', refresh)
  return {
    read,
    /** Reads again what other windows may have changed. */
    refresh,
    /** Stores the message at once, so that its text is not lost and its place in the list is fixed. Its files are in memory at once, in IndexedDB later. */
    add: (message: NewMessage, files: File[]) => {
      const client_id = crypto.randomUUID()
      if (files.length) void storeFiles(user_id, client_id, files)
      const at = new Date().toISOString()
      const fileInfos = files.map(({ name, size }) => ({ name, size }))
      change((list) => [...list, { ...message, client_id, files: fileInfos, state: 'waiting', error: null, at }])
    },
    update: (client_id: string, edit: (message: OutboxMessage) => Partial<OutboxMessage>) =>
      change((list) => list.map((message) => (message.client_id === client_id ? { ...message, ...edit(message) } : message))),
    remove: (client_id: string) => {
      change((list) => list.filter((message) => message.client_id !== client_id))
      void deleteFiles(user_id, client_id)
    },
    subscribe,
    close: () => {
      removeEventListener('storage', onStorage)
      removeEventListener('offline', refresh)
    },
  }
}
