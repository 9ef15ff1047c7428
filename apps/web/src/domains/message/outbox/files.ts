import { outboxDatabaseName } from '../../../api/form-drafts.ts'

const table = 'files'

const openDatabase = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(outboxDatabaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(table)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const run = async <T>(mode: IDBTransactionMode, operation: (store: IDBObjectStore) => IDBRequest<T>) => {
  const db = await openDatabase()
  try {
    return await new Promise<T>((resolve, reject) => {
      const request = operation(db.transaction(table, mode).objectStore(table))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  } finally {
    db.close()
  }
}

/** Files in memory; IndexedDB restores them after a reload. */
const filesInMemory = new Map<string, File[]>()

/** Stores the files of a draft or unsent message in memory and, if possible, in IndexedDB. */
export const storeFiles = async (client_id: string, files: File[]) => {
  filesInMemory.set(client_id, files)
  await run('readwrite', (store) => store.put(files, client_id)).catch(() => undefined)
}

export const filesOf = async (client_id: string): Promise<File[] | undefined> => {
  const files = filesInMemory.get(client_id) ?? (await run<unknown>('readonly', (store) => store.get(client_id)).catch(() => undefined))
  if (!Array.isArray(files) || !files.every((file) => file instanceof File)) return undefined
  // also keep them in memory, because the end of a session deletes the database
  filesInMemory.set(client_id, files)
  return files
}

export const deleteFiles = async (client_id: string) => {
  filesInMemory.delete(client_id)
  await run('readwrite', (store) => store.delete(client_id)).catch(() => undefined)
}

/** Deletes the files in IndexedDB whose id is not among `usedIds`. */
export const deleteUnusedFiles = async (usedIds: readonly string[]) => {
  const storedKeys = await run('readonly', (store) => store.getAllKeys()).catch(() => [])
  for (const key of storedKeys) if (typeof key === 'string' && !usedIds.includes(key)) await deleteFiles(key)
}
