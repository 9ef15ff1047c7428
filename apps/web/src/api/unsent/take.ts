import { isUnsentOf } from '../form-drafts.ts'
import { pendingPrefixOf } from '../pending-answers.ts'
import { askBeforeUnload } from './ask-before-unload.ts'
import { draftsOf } from './count.ts'
import { storeFilesAgain, takeStoredFiles } from './files.ts'

/** The database of files may never open; the text is not to wait for it. */
const filesTimeoutMs = 2_000

/** Takes the files of unsent messages into memory. */
export const takeFiles = async (user_id: number) => {
  askBeforeUnload(user_id)
  await Promise.race([takeStoredFiles(user_id), new Promise((resolve) => setTimeout(resolve, filesTimeoutMs))])
}

/** Stores what was taken again, so that it survives a reload. What the storage has is newer: this window or another one has written it since. */
export const storeUnsent = async (user_id: number) => {
  const pending = pendingPrefixOf(user_id)
  for (const [key, { value }] of draftsOf(user_id)) {
    const storage = key.startsWith(pending) ? sessionStorage : isUnsentOf(user_id, key) ? localStorage : undefined
    try {
      if (storage && storage.getItem(key) === null) storage.setItem(key, JSON.stringify(value))
    } catch {
      // without storage it lasts as long as the page
    }
  }
  await storeFilesAgain(user_id)
}
