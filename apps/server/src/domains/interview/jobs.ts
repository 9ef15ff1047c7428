import { systemScope } from '../../access/system-scope.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { tellInterview } from './actions/write.ts'
import { interviewNotice } from './notice.ts'
import { interviewTold, type Told } from './notice-store.ts'

const tellOfInterview: JobKind = {
  queue: tellInterview,
  work: async ({ db, mail, config }, data: Told) => {
    const told = await interviewTold(systemScope(db), data)
    if (!told) return
    const { email, facility_name, ...about } = told
    // mail to patients is in Japanese
    const letter = interviewNotice('ja', { ...about, facility_name: facility_name ?? undefined, change: data.change, public_url: config.public_url })
    await mail.send({ to: email, ...letter })
  },
}

export const interviewJobs = [tellOfInterview]
