import { bulkMessageJobs } from '../domains/bulk-message/jobs.ts'
import { bookingJobs } from '../domains/checkup/booking-jobs.ts'
import { checkupJobs } from '../domains/checkup/jobs.ts'
import { dataEntryRequestJobs } from '../domains/data-entry-request/jobs.ts'
import { interviewJobs } from '../domains/interview/jobs.ts'
import { messageJobs } from '../domains/message/mark/jobs.ts'
import { minutesJobs } from '../domains/minutes/jobs.ts'
import { noticeJobs } from '../domains/notification/jobs.ts'
import { importJobs } from '../domains/results-import/jobs.ts'
import { scoreJobs } from '../domains/score/recompute.ts'
import { stressCheckJobs } from '../domains/stress-check/jobs.ts'
import { todayJobs } from '../domains/today/keep.ts'
import type { JobKind } from '../jobs/jobs.ts'

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
