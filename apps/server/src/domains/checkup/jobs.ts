import { mail } from '@sukoyaka/phrases/mail'
import type { Tag } from '@sukoyaka/wire/all'
import { systemScope } from '../../access/system-scope.ts'
import { translate } from '../../config/language.ts'
import type { AppContext } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { type JobKind, mailJobOptions } from '../../jobs/jobs.ts'
import { publishPatientEvent } from '../../realtime/event-rows.ts'
import { judgeChangedPerson } from './actions/judge-person.ts'
import { releaseNoticeQueue } from './actions/release.ts'
import { patientsToJudge, setJudged } from './judge-all-store.ts'
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

/** Patients that are read at once. */
const batchSize = 200

/**
 * Judges the results of patients again whom a migration marked (`judge_again`), one patient per transaction, while the server is running. Servers of earlier versions
 * have a job `judge_results` that judges without rounding, so this one has another name.
 */
const judgeOld: JobKind = {
  queue: 'judge_patients',
  options: { policy: 'exclusive', expireInSeconds: 6 * 3_600, retryLimit: 20, retryDelay: 60 },
  isDue: async ({ db }) => (await patientsToJudge(systemScope(db), 0, 1)).length > 0,
  work: async (context, _, signal) => {
    for (let last = 0; ; ) {
      const user_ids = await patientsToJudge(systemScope(context.db), last, batchSize)
      if (!user_ids.length) break
      for (const user_id of user_ids) {
        signal.throwIfAborted()
        await context.db.transaction(async (tx) => {
          await judgeChangedPerson(context, systemScope(tx), user_id)
          await setJudged(systemScope(tx), user_id)
        })
      }
      last = user_ids.at(-1)!
    }
    context.log.info({ queue: 'judge_patients' }, 'results judged')
  },
}

export const checkupJobs = [sendReleaseNotice, judgeOld]
