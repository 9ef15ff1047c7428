import { bulkMessageJobs } from './bulk-message/jobs.ts'
import { bookingJobs } from './checkup/booking-jobs.ts'
import { checkupJobs } from './checkup/jobs.ts'
import { dataEntryRequestJobs } from './data-entry-request/jobs.ts'
import { interviewJobs } from './interview/jobs.ts'
import type { JobKind } from './kit/jobs.ts'
import { messageJobs } from './message/mark/jobs.ts'
import { minutesJobs } from './minutes/jobs.ts'
import { noticeJobs } from './notification/jobs.ts'
import { importJobs } from './results-import/jobs.ts'
import { scoreJobs } from './score/recompute.ts'
import { stressCheckJobs } from './stress-check/jobs.ts'
import { todayJobs } from './today/keep.ts'

/** All that is done later, by the domains it belongs to. */
export const jobs: JobKind[] = [
  ...checkupJobs,
  ...bookingJobs,
  ...dataEntryRequestJobs,
  ...bulkMessageJobs,
  ...scoreJobs,
  ...importJobs,
  ...interviewJobs,
  ...minutesJobs,
  ...messageJobs,
  ...stressCheckJobs,
  ...noticeJobs,
  // what follows from what was written
  ...todayJobs,
]
