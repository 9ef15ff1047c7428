import { allFormDrafts, formDraftOf, outboxDatabaseName, saveFormDraft } from '../form-drafts.ts'

const storeName = 'files'

const openDatabase = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(outboxDatabaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const run = async <T>(mode: IDBTransactionMode, operation: (store: IDBObjectStore) => IDBRequest<T>) => {
  const db = await openDatabase()
  try {
    return await new Promise<T>((resolve, reject) => {
      const request = operation(db.transaction(storeName, mode).objectStore(storeName))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  } finally {
    db.close()
  }
}

const keyPrefix = 'unsent.files.'
/** Key of the files in memory. As a form draft, they survive the end of the session but not signing out; after a reload they come from IndexedDB. */
const keyOf = (client_id: string) => keyPrefix + client_id

const isFileList = (value: unknown): value is File[] => Array.isArray(value) && value.every((file) => file instanceof File)

/** Stores the files of a draft or unsent message in memory and, if possible, in IndexedDB. */
export const storeFiles = async (user_id: number, client_id: string, files: File[]) => {
  saveFormDraft(user_id, keyOf(client_id), files)
  await run('readwrite', (store) => store.put(files, client_id)).catch(() => undefined)
}

export const filesOf = async (user_id: number, client_id: string): Promise<File[] | undefined> => {
  const inMemory = formDraftOf(user_id, keyOf(client_id))
  if (isFileList(inMemory)) return inMemory
  const stored = await run<unknown>('readonly', (store) => store.get(client_id)).catch(() => undefined)
  if (!isFileList(stored)) return undefined
  // also keep them in memory, because the end of a session deletes the database
  saveFormDraft(user_id, keyOf(client_id), stored)
  return stored
}

export const deleteFiles = async (user_id: number, client_id: string) => {
  saveFormDraft(user_id, keyOf(client_id), undefined)
  await run('readwrite', (store) => store.delete(client_id)).catch(() => undefined)
}

const storedIds = async () => {
  const keys: IDBValidKey[] = await run('readonly', (store) => store.getAllKeys()).catch(() => [])
  return keys.filter((key) => typeof key === 'string')
}

/** Takes all files from IndexedDB into memory. */
export const takeStoredFiles = async (user_id: number) => {
  for (const id of await storedIds()) await filesOf(user_id, id)
}

/** Stores the files that are in memory in IndexedDB again. Stops when the user signs out meanwhile, which deletes them. */
export const storeFilesAgain = async (user_id: number) => {
  const prefix = `${user_id} ${keyPrefix}`
  for (const key of [...allFormDrafts().keys()].filter((each) => each.startsWith(prefix))) {
    const files = allFormDrafts().get(key)?.value
    if (isFileList(files)) await storeFiles(user_id, key.slice(prefix.length), files)
  }
}

/** Deletes the files in IndexedDB whose id is not among `usedIds`. */
export const deleteUnusedFiles = async (user_id: number, usedIds: readonly string[]) => {
  for (const id of await storedIds()) if (!usedIds.includes(id)) await deleteFiles(user_id, id)
}
