import { systemScope } from '../../access/system-scope.ts'
import { type JobKind, mailJobOptions } from '../../jobs/jobs.ts'
import { interviewNoticeQueue } from './actions/write.ts'
import { interviewNotice } from './notice.ts'
import { type InterviewNotice, interviewRecipient } from './notice-store.ts'

const sendInterviewNotice: JobKind = {
  queue: interviewNoticeQueue,
  options: mailJobOptions,
  work: async ({ db, mail, config, clock }, data: InterviewNotice) => {
    const recipient = await interviewRecipient(systemScope(db), data, clock())
    if (!recipient) return
    const { email, ...details } = recipient
    // mail to patients is in Japanese
    const notice = interviewNotice('ja', { ...details, change: data.change, public_url: config.public_url })
    await mail.send({ to: email, ...notice })
  },
}

export const interviewJobs = [sendInterviewNotice]
