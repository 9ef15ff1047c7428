import * as stress from '@sukoyaka/wire/record/stress-check'
import { serve } from '../../http/serve.ts'
import { webhook } from '../../http/webhook.ts'
import { requirePatient } from '../patient/require-store.ts'
import { changeInterviewRequest } from './interview-request-store.ts'
import { respondentOf } from './respondent.ts'
import { insertStressCheck, saveDraft, shareStressCheck, stressChecksOf, stressDraftOf, stressForm } from './store.ts'
import { typeform } from './typeform.ts'

export const stressCheckRoutes = [
  serve(stress.getStressForm, ({ db, language }) => stressForm(db, language)),
  serve(stress.listJobStressChecks, async ({ scope, input, language }) => ({ items: await stressChecksOf(scope, input, language) })),
  // checks from the page have no external id, so the result is never undefined
  serve(
    stress.addJobStressCheckResult,
    async ({ scope, input, language, context }) =>
      (await insertStressCheck(scope, { ...input, answered_at: context.clock().toISOString(), source: 'page' }, language))!,
  ),
  serve(stress.changeJobStressCheck, ({ scope, input, language }) => shareStressCheck(scope, input, language)),
  serve(stress.requestStressInterview, ({ scope, input, language }) => changeInterviewRequest(scope, input, language)),
  serve(stress.getStressDraft, ({ scope, input }) => stressDraftOf(scope, input.user_id)),
  serve(stress.saveStressDraft, ({ scope, input }) => saveDraft(scope, input)),
  serve(stress.getStressLink, async ({ context, scope, input }) => {
    await requirePatient(scope, input.user_id)
    const { typeform_url, typeform_secrets } = context.config
    const isConfigured = typeform_url !== undefined && typeform_secrets.length > 0
    return { user_id: input.user_id, url: isConfigured ? `${typeform_url}#respondent=${respondentOf(context, input.user_id)}` : null }
  }),
  webhook(stress.receiveTypeform, typeform),
]
