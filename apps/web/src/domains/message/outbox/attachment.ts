import { formDraftOf, saveFormDraft } from '../../../api/form-drafts.ts'
import { deleteFiles, filesOf, storeFiles } from '../../../api/unsent/files.ts'

/** Selected file that is not sent yet. */
export type Attachment = { id: string; file: File }

const keyPrefixOf = (user_id: number) => `unsent.tray.${user_id}.`
export const attachmentsKey = (user_id: number, patient_id: number) => `${keyPrefixOf(user_id)}${patient_id}`

const isIdList = (value: unknown): value is string[] => Array.isArray(value) && value.every((id) => typeof id === 'string')

const storedIds = (key: string): string[] | undefined => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isIdList(value) ? value : undefined
  } catch {
    // treat unreadable storage as empty
    return undefined
  }
}

/** Ids from localStorage, else from memory: the end of a session clears localStorage only. */
const idsOf = (user_id: number, key: string): string[] => {
  const inMemory = formDraftOf(user_id, key)
  return storedIds(key) ?? (isIdList(inMemory) ? inMemory : [])
}

const storeIds = (user_id: number, key: string, ids: readonly string[]) => {
  saveFormDraft(user_id, key, ids.length ? ids : undefined)
  try {
    // keep an empty list, so that other windows can tell a removal of all attachments from the end of a session
    if (ids.length || localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(ids))
  } catch {
    // without storage the attachments last as long as the page
  }
}

/** Ids of a user's stored attachments in all conversations. */
export const attachmentIdsOf = (user_id: number): string[] => {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyPrefixOf(user_id)))
    return keys.flatMap((key) => storedIds(key) ?? [])
  } catch {
    return []
  }
}

/** Runs operations one after the other, so that a slow write cannot undo a later removal. */
let lastOperation: Promise<unknown> = Promise.resolve()
const runInOrder = <T>(operation: () => Promise<T>): Promise<T> => {
  const done = lastOperation.then(operation)
  lastOperation = done.catch(() => undefined)
  return done
}

/** Unsent files that a user selected for a conversation, in the order of selection. */
export const readAttachments = (user_id: number, patient_id: number): Promise<Attachment[]> =>
  runInOrder(async () => {
    const attachments = await Promise.all(
      idsOf(user_id, attachmentsKey(user_id, patient_id)).map(async (id) => {
        const [file] = (await filesOf(user_id, id)) ?? []
        return file ? [{ id, file }] : []
      }),
    )
    return attachments.flat()
  })

export const writeAttachments = (user_id: number, patient_id: number, attachments: readonly Attachment[]): Promise<void> =>
  runInOrder(async () => {
    const key = attachmentsKey(user_id, patient_id)
    const ids = attachments.map(({ id }) => id)
    const before = idsOf(user_id, key)
    for (const { id, file } of attachments) if (!before.includes(id)) await storeFiles(user_id, id, [file])
    storeIds(user_id, key, ids)
    for (const id of before) if (!ids.includes(id)) await deleteFiles(user_id, id)
  })
