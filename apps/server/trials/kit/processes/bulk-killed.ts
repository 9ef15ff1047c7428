import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemScope } from '../../../src/access/system-scope.ts'
import { openDatabase } from '../../../src/database/db.ts'
import { insertBulkMessage } from '../../../src/domains/bulk-message/store.ts'
import { addPerson } from '../../../test/add-person.ts'
import { onFileEnd } from '../../../test/clean-up.ts'
import { freshDatabase } from '../../../test/database.ts'
import { endProcess, startNode, untilEnded } from '../../../test/process.ts'
import { msUntil } from '../../../test/wait-until.ts'
import type { BulkFault } from './bulk-worker.ts'

const worker = join(import.meta.dirname, 'bulk-worker.ts')

/** Sends a bulk message to `count` patients, kills a worker `kills` times and reports what patients did not receive or received twice. */
export const sendBulkWithKills = async (fault: BulkFault, count: number, kills: number, random: () => number) => {
  const connectionString = await freshDatabase()
  const { db, pool, close } = openDatabase({ connectionString }, { max: 3 })
  onFileEnd(close)
  const person = (role: 'nurse' | 'patient', i: number) =>
    addPerson(db, { role, email: `${role}${i}@example.com`, first_name: '一郎', last_name: `試験${i}`, first_name_kana: '', last_name_kana: '' })
  const sender_id = await person('nurse', 0)
  const recipients = []
  for (let i = 0; i < count; i++)
    recipients.push({ patient: { id: await person('patient', i) }, text: `お知らせ${i}`, chat: false } as Parameters<
      typeof insertBulkMessage
    >[2]['recipients'][number])
  const id = await insertBulkMessage(
    systemScope(db),
    { id: sender_id, role: 'nurse', session_id: 0 },
    { body: 'お知らせ', choice: { everyone: true }, recipients },
  )
  await pool.query('update bulk_messages set sends_at = now()')
  const sent = async () => Number((await pool.query('select count(*) as n from messages')).rows[0].n)
  const start = () => startNode([worker, connectionString, String(id), fault])
  // two workers at once, like two servers; a killed worker is replaced
  const workers = Array.from({ length: fault === 'sound' ? 2 : 1 }, start)
  for (let i = 0; i < kills; i++) {
    const sentBefore = await sent()
    await msUntil(async () => (await sent()) > Math.min(sentBefore + 1, count - 1))
    await sleep(random() * 20)
    const victim = workers.shift()!
    await endProcess(victim, 'SIGKILL')
    workers.push(start())
  }
  await Promise.all(workers.map((childProcess) => untilEnded(childProcess)))
  // one more worker, as the queue would give the job of a killed worker to another one
  await untilEnded(start())
  const { rows } = await pool.query<{ patient_id: number; state: string; n: number }>(
    `select r.patient_id, r.state, (select count(*)::int from messages m where m.patient_id = r.patient_id) as n from bulk_recipients r`,
  )
  const { rows: unread } = await pool.query(`select coalesce(sum(unread_count), 0)::int as n from message_unreads`)
  const failures: string[] = []
  const addFailure = (problem: string, rowCount: number) => void (rowCount && failures.push(`${rowCount} ${problem}`))
  addFailure('lost', rows.filter(({ n }) => n === 0).length)
  addFailure('doubled', rows.filter(({ n }) => n > 1).length)
  addFailure('not marked as sent', rows.filter(({ state }) => state !== 'sent').length)
  addFailure('unread counts too high', Math.max(0, unread[0].n - count))
  return failures
}
