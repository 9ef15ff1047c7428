import { today as words } from '@sukoyaka/phrases/boards/today'
import { isReached } from '@sukoyaka/rules/boards/today'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { addUrgentContact } from '@sukoyaka/wire/boards/urgent-contact'
import { translate } from '../../../config/language.ts'
import { apiError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { lockPatient } from '../../checkup/judging-store.ts'
import { insertTask } from '../../task/store.ts'
import { insertContact, markInformed, setTask } from '../contact-store.ts'
import { currentRow, putReview } from '../review-store.ts'

const maxTaskLength = 500

/** One line of at most `maxTaskLength` characters; `…` stands for the rest. The contact keeps the whole note. */
const taskText = (...parts: string[]) => {
  const characters = [...parts.filter(Boolean).join(' ').replace(/\s+/g, ' ')]
  return characters.length > maxTaskLength ? `${characters.slice(0, maxTaskLength - 1).join('')}…` : characters.join('')
}

/**
 * Stores a contact about the critical values of a row of the board. The row is reviewed once the patient was reached; a hand-over adds a task.
 * Throws 409 if the row has changed, and if the patient was reached about a row that has left its section: its values may need a call in another row.
 */
export const recordContact = async ({ context, actor, scope, input, language }: Call<typeof addUrgentContact>) => {
  // otherwise a critical value that is saved at the same time would count as told
  await lockPatient(scope, input.user_id)
  const { user_id, outcome, handed_to } = input
  const now = context.clock()
  const row = await currentRow(scope, input)
  if (!row && isReached(outcome)) throw apiError('conflict')
  const result_ids = row?.details.serious_ids ?? []
  const contact = await insertContact(scope, actor, input, { result_ids, now })
  if (isReached(outcome)) {
    await markInformed(scope, { user_id, result_ids, called_on: tokyoDay(contact.contacted_at) })
    await putReview(scope, actor, input, now)
  }
  if (outcome === 'handed_over') {
    const content = taskText(translate(words, language, 'contact.task'), contact.note)
    const task = await insertTask(scope, actor, { user_id, content, due_on: tokyoDay(now), assignee_id: handed_to, source: 'board' })
    await setTask(scope, contact.id, task.id)
  }
  return contact
}
