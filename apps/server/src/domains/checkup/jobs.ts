import { mail } from '@sukoyaka/phrases/mail'
import type { Tag } from '@sukoyaka/wire/all'
import { systemScope } from '../../access/system-scope.ts'
import { translate } from '../../config/language.ts'
import type { AppContext } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { type JobKind, mailJobOptions } from '../../jobs/jobs.ts'
import { publishPatientEvent } from '../../realtime/event-rows.ts'
import { releaseNoticeQueue } from './actions/release.ts'
import { hasUnjudged, judgeNext } from './judge-all-store.ts'
import { readJudging } from './judging-store.ts'
import { releaseRecipient } from './package-store.ts'
import { judgeLipidsOf } from './treated-lipid-store.ts'

/** Judges lipids again when medicines change, in the transaction of the change: a low value under treatment is healthy. */
export const judgeLipidsOnChange = async ({ onChanges }: Pick<AppContext, 'onChanges'>, db: Db, changes: readonly Tag[], user_ids: ReadonlySet<number>) => {
  if (!user_ids.size || !changes.includes('medicine_intakes')) return
  const changedIds = await judgeLipidsOf(systemScope(db), [...user_ids])
  if (!changedIds.length) return
  const changedTags: readonly Tag[] = ['test_results']
  await onChanges(db, changedTags, new Set(changedIds))
  for (const user_id of changedIds) await publishPatientEvent(db, user_id, changedTags)
}

/** The mail contains no findings, because it may be read on a locked screen. */
const sendReleaseNotice: JobKind = {
  queue: releaseNoticeQueue,
  options: mailJobOptions,
  work: async ({ db, mail: mailer, config }, data) => {
    const recipient = await releaseRecipient(systemScope(db), data)
    if (!recipient) return
    const link = `${config.public_url}/${recipient.id}/summary`
    await mailer.send({ to: recipient.email, subject: translate(mail, 'ja', 'released.subject'), text: translate(mail, 'ja', 'released.text', { link }) })
  },
}

/** Judges the results that a migration marked as unjudged (`is_judged`), a thousand at a time, while the server is running. */
const judgeOld: JobKind = {
  queue: 'judge_results',
  options: { policy: 'exclusive', expireInSeconds: 6 * 3_600, retryLimit: 20, retryDelay: 60 },
  isDue: ({ db }) => hasUnjudged(systemScope(db)),
  work: async ({ db, log }, _, signal) => {
    const judging = await readJudging(db)
    let lastId = await judgeNext(systemScope(db), judging, 0)
    while (lastId !== undefined) {
      signal.throwIfAborted()
      lastId = await judgeNext(systemScope(db), judging, lastId)
    }
    log.info({ queue: 'judge_results' }, 'results judged')
  },
}

export const checkupJobs = [sendReleaseNotice, judgeOld]
