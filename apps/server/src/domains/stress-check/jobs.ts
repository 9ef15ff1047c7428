import { systemScope } from '../../access/system-scope.ts'
import { ApiError } from '../../errors/api-error.ts'
import { handleDelivery } from '../../http/webhook.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { publishPatientEvent } from '../../realtime/event-rows.ts'
import { readRespondent } from './respondent.ts'
import { hasCheckSince, insertStressCheck, newestVersion, saveDraft } from './store.ts'
import { answersIn, type FormResponse, typeform } from './typeform.ts'

/**
 * Stores the answers of an external form. They are judged like those of our own form, and only the person sees them until they are shared. Incomplete answers
 * go to the person's draft, to be completed on the page. Rejected answers are not retried; the log gets the error code only.
 */
const receive = handleDelivery(typeform, async (context, tx, payload) => {
  const filled = payload as FormResponse
  if (filled.event_type !== 'form_response') return
  const user_id = readRespondent(context, filled.form_response.hidden?.respondent ?? '')
  if (user_id === undefined) return context.log.warn({ queue: typeform.queue }, 'respondent is unknown')
  const { definition } = await newestVersion(tx)
  const { token: external_id, submitted_at } = filled.form_response
  const answered_at = new Date(submitted_at).toISOString()
  const answers = answersIn(definition, filled)
  try {
    await tx.transaction((savepoint) => insertStressCheck(systemScope(savepoint), { user_id, answers, answered_at, source: 'typeform', external_id }, 'ja'))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    context.log.warn({ queue: typeform.queue, code: error.code }, 'answers rejected')
    const scope = systemScope(tx)
    if (error.code !== 'invalid' || !answers.length || (await hasCheckSince(scope, { user_id, answered_at }))) return
    await saveDraft(scope, { user_id, answered_at, answers: [...new Map(answers.map((answer) => [answer.code, answer])).values()] })
  }
  await publishPatientEvent(tx, user_id, ['job_stress_checks'])
})

export const stressCheckJobs: JobKind[] = [receive]
