import { outboxDatabaseName } from '../../../api/form-drafts.ts'

const table = 'files'

const opened = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(outboxDatabaseName, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(table)
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })

const run = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>) => {
  const db = await opened()
  try {
    return await new Promise<T>((resolve, reject) => {
      const asked = act(db.transaction(table, mode).objectStore(table))
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
  } finally {
    db.close()
  }
}

/** Files in memory; IndexedDB restores them after a reload. */
const here = new Map<string, File[]>()

/** Stores the files of a draft or unsent message in IndexedDB, if the browser supports it. */
export const keepFiles = async (client_id: string, files: File[]) => {
  here.set(client_id, files)
  await run('readwrite', (store) => store.put(files, client_id)).catch(() => undefined)
}

export const filesOf = async (client_id: string): Promise<File[] | undefined> => {
  const found = here.get(client_id) ?? (await run<unknown>('readonly', (store) => store.get(client_id)).catch(() => undefined))
  if (!Array.isArray(found) || !found.every((file) => file instanceof File)) return undefined
  // the end of a session deletes the database
  here.set(client_id, found)
  return found
}

export const dropFiles = async (client_id: string) => {
  here.delete(client_id)
  await run('readwrite', (store) => store.delete(client_id)).catch(() => undefined)
}

/** Deletes files that belong to neither an unsent message nor a draft. */
export const dropFilesBut = async (names: readonly string[]) => {
  const kept = await run('readonly', (store) => store.getAllKeys()).catch(() => [])
  for (const key of kept) if (typeof key === 'string' && !names.includes(key)) await dropFiles(key)
}
