import { formDraftOf, saveFormDraft } from '../../../api/form-drafts.ts'
import { deleteFiles, filesOf, storeFiles } from './files.ts'

/** Selected file that is not sent yet. */
export type Attachment = { id: string; file: File }

const trayOf = (user_id: number) => `unsent.tray.${user_id}.`
export const attachmentsKey = (user_id: number, patient_id: number) => `${trayOf(user_id)}${patient_id}`

const isNames = (value: unknown): value is string[] => Array.isArray(value) && value.every((name) => typeof name === 'string')

const storedNames = (key: string): string[] | undefined => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isNames(value) ? value : undefined
  } catch {
    // treat unreadable storage as empty
    return undefined
  }
}

/** The end of a session clears localStorage but not the in-memory copy. */
const namesOf = (user_id: number, key: string): string[] => {
  const inMemory = formDraftOf(user_id, key)
  return storedNames(key) ?? (isNames(inMemory) ? inMemory : [])
}

const storeNames = (user_id: number, key: string, names: readonly string[]) => {
  saveFormDraft(user_id, key, names.length ? names : undefined)
  try {
    // keep an empty list, so that other windows can tell an emptied tray from the end of a session
    if (names.length || localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(names))
  } catch {
    // without storage the tray lasts as long as the page
  }
}

/** Ids of the files in all trays of a user. */
export const attachmentIdsOf = (user_id: number): string[] => {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(trayOf(user_id)))
    return keys.flatMap((key) => storedNames(key) ?? [])
  } catch {
    return []
  }
}

/** Runs operations one after the other, so that a slow write cannot undo a later removal. */
let last: Promise<unknown> = Promise.resolve()
const runInOrder = <T>(operation: () => Promise<T>): Promise<T> => {
  const done = last.then(operation)
  last = done.catch(() => undefined)
  return done
}

/** Files a user selected for a conversation, in the order of selection. */
export const readTray = (user_id: number, patient_id: number): Promise<Attachment[]> =>
  runInOrder(async () => {
    const attachments = await Promise.all(
      namesOf(user_id, attachmentsKey(user_id, patient_id)).map(async (id) => {
        const [file] = (await filesOf(id)) ?? []
        return file ? [{ id, file }] : []
      }),
    )
    return attachments.flat()
  })

export const writeTray = (user_id: number, patient_id: number, attachments: readonly Attachment[]): Promise<void> =>
  runInOrder(async () => {
    const key = attachmentsKey(user_id, patient_id)
    const names = attachments.map(({ id }) => id)
    const before = namesOf(user_id, key)
    for (const { id, file } of attachments) if (!before.includes(id)) await storeFiles(id, [file])
    storeNames(user_id, key, names)
    for (const id of before) if (!names.includes(id)) await deleteFiles(id)
  })
