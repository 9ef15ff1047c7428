import { mail } from '@sukoyaka/phrases/mail'
import { systemScope } from '../../access/system-scope.ts'
import { translate } from '../../config/language.ts'
import { type JobKind, mailJobOptions } from '../../jobs/jobs.ts'
import { requestNoticeQueue } from './actions/ask.ts'
import { requestRecipient } from './store.ts'

/** The mail contains nothing about health, because it may be read on a locked screen. */
const sendRequestNotice: JobKind = {
  queue: requestNoticeQueue,
  options: mailJobOptions,
  work: async ({ db, mail: mailer, config }, data) => {
    const recipient = await requestRecipient(systemScope(db), data)
    if (!recipient) return
    const path = recipient.questionnaire_id === null ? 'summary' : `questionnaires/${recipient.questionnaire_id}`
    const link = `${config.public_url}/${recipient.user_id}/${path}`
    await mailer.send({ to: recipient.email, subject: translate(mail, 'ja', 'asked.subject'), text: translate(mail, 'ja', 'asked.text', { link }) })
  },
}

export const dataEntryRequestJobs = [sendRequestNotice]
