import { saveFormDraft } from '../form-drafts.ts'
import { askBeforeUnload } from './ask-before-unload.ts'
import { takeFiles } from './files.ts'
import { storedAnswers, storedInput } from './stored.ts'

/** The database of files may never open; the text is not to wait for it. */
const filesTimeoutMs = 2_000

/** Takes what this user has not sent or saved from the storage of the browser into memory, from where the same user gets it back after signing in. */
export const takeUnsent = async (user_id: number) => {
  for (const [key, value] of [...storedInput(user_id), ...storedAnswers(user_id)]) saveFormDraft(user_id, key, value)
  askBeforeUnload(user_id)
  await Promise.race([takeFiles(user_id), new Promise((resolve) => setTimeout(resolve, filesTimeoutMs))])
}
