import { formDraftOf, saveFormDraft } from '../../../api/form-drafts.ts'
import { dropFiles, filesOf, keepFiles } from './files.ts'

/** Selected file that is not sent yet. */
export type Held = { id: string; file: File }

const trayOf = (user_id: number) => `unsent.tray.${user_id}.`
export const trayKey = (user_id: number, patient_id: number) => `${trayOf(user_id)}${patient_id}`

const isNames = (value: unknown): value is string[] => Array.isArray(value) && value.every((name) => typeof name === 'string')

const stored = (key: string): string[] | undefined => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isNames(kept) ? kept : undefined
  } catch {
    // treat unreadable storage as empty
    return undefined
  }
}

/** The end of a session clears localStorage but not the in-memory copy. */
const namesOf = (user_id: number, key: string): string[] => {
  const here = formDraftOf(user_id, key)
  return stored(key) ?? (isNames(here) ? here : [])
}

const keepNames = (user_id: number, key: string, names: readonly string[]) => {
  saveFormDraft(user_id, key, names.length ? names : undefined)
  try {
    // keep an empty list, so that other windows can tell an emptied tray from the end of a session
    if (names.length || localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(names))
  } catch {
    // without storage the tray lasts as long as the page
  }
}

/** Ids of the files in all trays of a user. */
export const heldBy = (user_id: number): string[] => {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(trayOf(user_id)))
    return keys.flatMap((key) => stored(key) ?? [])
  } catch {
    return []
  }
}

/** Runs operations one after the other, so that a slow write cannot undo a later removal. */
let last: Promise<unknown> = Promise.resolve()
const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
  const done = last.then(act)
  last = done.catch(() => undefined)
  return done
}

/** Files a user selected for a conversation, in the order of selection. */
export const readTray = (user_id: number, patient_id: number): Promise<Held[]> =>
  inTurn(async () => {
    const held = await Promise.all(
      namesOf(user_id, trayKey(user_id, patient_id)).map(async (id) => {
        const [file] = (await filesOf(id)) ?? []
        return file ? [{ id, file }] : []
      }),
    )
    return held.flat()
  })

export const writeTray = (user_id: number, patient_id: number, held: readonly Held[]): Promise<void> =>
  inTurn(async () => {
    const key = trayKey(user_id, patient_id)
    const names = held.map(({ id }) => id)
    const before = namesOf(user_id, key)
    for (const { id, file } of held) if (!before.includes(id)) await keepFiles(id, [file])
    keepNames(user_id, key, names)
    for (const id of before) if (!names.includes(id)) await dropFiles(id)
  })
