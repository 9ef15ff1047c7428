import type { CheckupReport, makeCheckupReport } from '@sukoyaka/wire/care/report'
import { urlsFor } from '../../../files/signed-file.ts'
import { type Limit, recordAttempt } from '../../../http/rate-limit.ts'
import type { Call } from '../../../http/serve.ts'
import { reportContent } from '../content-store.ts'
import { issueEdition, reportOf } from '../store.ts'
import { contentHash } from './make-report.ts'

const editionLimit: Limit = { kind: 'checkup_report', max: 60, minutes: 60 }
export const reportQueue = 'checkup_report'

/** Issues the next edition, or replies with the newest one if nothing has changed. */
export const requestReport = async (call: Call<typeof makeCheckupReport>): Promise<CheckupReport> => {
  const { context, db, scope, actor, input } = call
  const { test_package_id, kind, language = call.language } = input
  const content = await reportContent(scope, test_package_id, language)
  const content_hash = contentHash(content, kind, language)
  const { id, isNew } = await issueEdition(scope, { user_id: content.user_id, test_package_id, kind, language, content_hash, created_by: actor.id })
  if (isNew) {
    await recordAttempt(db, editionLimit, String(actor.id))
    await context.jobs.send(db, reportQueue, { id })
  }
  return reportOf(scope, id, urlsFor(context, actor.id))
}
