import { unknownPlaceholders } from '@sukoyaka/rules/care/canned-reply'
import {
  type addBulkMessage,
  type previewBulkMessage,
  type resendBulkMessage,
  sendDelaySeconds,
  type testBulkMessage,
} from '@sukoyaka/wire/boards/bulk-message'
import { assertValid, normalizeText } from '../../../access/rows.ts'
import { pageSize } from '../../../database/page.ts'
import { apiError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { publishUserEvent } from '../../../realtime/event-rows.ts'
import { assertHasCriteria, chosenOf } from '../recipient-store.ts'
import { sendBulk } from '../send-jobs.ts'
import { bulkMessageOf, insertBulkMessage, recordTestMessage, reopenBulkMessage } from '../store.ts'

const maxShown = 100

const assertValidBody = (body: string) => assertValid({ body: !normalizeText(body) ? 'required' : unknownPlaceholders(body).length > 0 && 'not_allowed' })

export const preview = async ({ context, scope, input: { choice, body = '', page = 1 } }: Call<typeof previewBulkMessage>) => {
  const { recipients, left_out, is_too_many } = await chosenOf(scope, choice, body, context.clock())
  const items = recipients.slice((page - 1) * pageSize, page * pageSize)
  const visible = left_out.slice(0, maxShown)
  for (const { patient } of [...items, ...visible]) if (patient) scope.record(patient.id)
  return {
    items,
    page,
    next_page: page * pageSize < recipients.length ? page + 1 : null,
    total_count: recipients.length,
    left_out: visible,
    left_out_count: left_out.length,
    is_too_many,
    unknown_placeholders: unknownPlaceholders(body),
  }
}

export const sendTestMessage = async ({ db, context, scope, actor, input: { patient_id, body } }: Call<typeof testBulkMessage>) => {
  assertValidBody(body)
  const { recipients, left_out } = await chosenOf(scope, { patient_ids: [patient_id] }, body, context.clock())
  const [filled] = recipients
  if (!filled) {
    if (left_out[0]?.reason === 'not_found') throw apiError('not_found')
    throw apiError('invalid', { fields: { patient_id: ['not_allowed'] } })
  }
  await recordTestMessage(scope, actor, { patient_id, text: filled.text })
  // only to the caller: patients must not notice
  await publishUserEvent(db, actor.id, ['notifications'])
  return { text: filled.text }
}

export const write = async ({ db, context, scope, actor, input: { choice, body, expected_count } }: Call<typeof addBulkMessage>) => {
  assertValidBody(body)
  assertHasCriteria(choice)
  const { recipients, is_too_many } = await chosenOf(scope, choice, body, context.clock())
  assertValid({ choice: is_too_many ? 'too_many' : !recipients.length && 'too_few' })
  if (expected_count !== undefined && expected_count !== recipients.length) throw apiError('conflict')
  const id = await insertBulkMessage(scope, actor, { body: normalizeText(body), choice, recipients })
  await context.jobs.send(db, sendBulk, { id }, { startAfter: sendDelaySeconds })
  return bulkMessageOf(scope, id)
}

export const resend = async ({ db, context, scope, input: { id } }: Call<typeof resendBulkMessage>) => {
  await reopenBulkMessage(scope, id)
  await context.jobs.send(db, sendBulk, { id })
  return bulkMessageOf(scope, id)
}
