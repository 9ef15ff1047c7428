import * as stress from '@sukoyaka/wire/record/stress-check'
import { mustReach } from '../../access/patients.ts'
import { serve } from '../../http/serve.ts'
import { webhook } from '../../http/webhook.ts'
import { respondentOf } from './respondent.ts'
import { insertStressCheck, keepDraft, shareStressCheck, stressChecksOf, stressDraftOf, stressForm } from './store.ts'
import { typeform } from './typeform.ts'

export const stressCheckRoutes = [
  serve(stress.getStressForm, ({ db, language }) => stressForm(db, language)),
  serve(stress.listJobStressChecks, async ({ db, reach, input, language }) => ({ items: await stressChecksOf(db, reach, input, language) })),
  // what comes from the page has no name outside, so something is always answered
  serve(
    stress.addJobStressCheckResult,
    async ({ db, reach, input, language, context }) =>
      (await insertStressCheck(db, reach, { ...input, answered_at: context.clock().toISOString(), source: 'page' }, language))!,
  ),
  serve(stress.changeJobStressCheck, ({ db, reach, input, language }) => shareStressCheck(db, reach, input, language)),
  serve(stress.getStressDraft, ({ db, reach, input }) => stressDraftOf(db, reach, input.user_id)),
  serve(stress.saveStressDraft, ({ db, reach, input }) => keepDraft(db, reach, input)),
  serve(stress.getStressLink, async ({ db, context, reach, input }) => {
    await mustReach(db, reach, input.user_id)
    const { typeform_url, typeform_secrets } = context.config
    const isThere = typeform_url !== undefined && typeform_secrets.length > 0
    return { user_id: input.user_id, url: isThere ? `${typeform_url}#respondent=${respondentOf(context, input.user_id)}` : null }
  }),
  webhook(stress.receiveTypeform, typeform),
]
