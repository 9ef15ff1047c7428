import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { systemScope } from '../../../src/access/system-scope.ts'
import type { AppContext } from '../../../src/context/app-context.ts'
import { openDatabase } from '../../../src/database/db.ts'
import { releaseMail } from '../../../src/domains/notification/delivery-store.ts'
import { noticeJobs } from '../../../src/domains/notification/jobs.ts'
import { openJobs, startJobs } from '../../../src/jobs/jobs.ts'

/**
 * Run as a process, selects recipients and sends emails (“letters”) until it is killed. With the fault `again`, a started letter loses its mark and is sent
 * again; with the mode `hang`, sending never ends.
 */
const [, , connectionString, fault, mode] = process.argv
const { db } = openDatabase({ connectionString: connectionString! }, { max: 4 })
const log = pino({ level: 'silent' })
const mail: AppContext['mail'] = {
  send: async ({ to }) => {
    await db.execute(sql`insert into trial_letters ("to") values (${to})`)
    process.stdout.write('sent\n')
    // the letter is sent but not marked as sent yet
    await (mode === 'hang' ? new Promise(() => {}) : sleep(30))
  },
  close: async () => {},
}
const jobs = openJobs({ log }, { connectionString: connectionString! })
const context = { db, log, mail, jobs, push: undefined, clock: () => new Date(), config: { public_url: 'http://localhost' } } as unknown as AppContext
const fastJobs = noticeJobs.map((kind) => ({
  ...kind,
  cron: undefined,
  every: 0.5,
  ...(fault === 'again' &&
    kind.queue === 'notice_letter' && {
      work: async (...[jobContext, data, signal]: Parameters<typeof kind.work>) => {
        await releaseMail(systemScope(db), data.id)
        await kind.work(jobContext, data, signal)
      },
    }),
}))
await startJobs(context, { connectionString: connectionString! }, fastJobs)
process.stdout.write('ready\n')
for (;;) {
  await noticeJobs[0]!.work(context, {}, new AbortController().signal)
  await sleep(50)
}
