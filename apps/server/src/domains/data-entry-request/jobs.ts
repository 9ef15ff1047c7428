import { mail } from '@sukoyaka/phrases/mail'
import { systemScope } from '../../access/system-scope.ts'
import { translate } from '../../config/language.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { tellAsked } from './actions/ask.ts'
import { toldOf } from './store.ts'

/** The mail contains nothing about health, because it may be read on a locked screen. */
const tell: JobKind = {
  queue: tellAsked,
  work: async ({ db, mail: post, config }, data) => {
    const told = await toldOf(systemScope(db), data)
    if (!told) return
    const place = told.questionnaire_id === null ? 'summary' : `questionnaires/${told.questionnaire_id}`
    const link = `${config.public_url}/${told.user_id}/${place}`
    await post.send({ to: told.email, subject: translate(mail, 'ja', 'asked.subject'), text: translate(mail, 'ja', 'asked.text', { link }) })
  },
}

export const dataEntryRequestJobs = [tell]
