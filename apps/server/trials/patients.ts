import { appendFileSync } from 'node:fs'
import { request as send } from 'node:http'
import { join } from 'node:path'
import { openDatabase } from '../src/database/db.ts'
import { hashPassword } from '../src/domains/account/password.ts'
import { addSession } from '../src/domains/account/session-store.ts'
import { addPerson } from '../test/add-person.ts'
import { ownPostgres } from '../test/postgres.ts'
import { copyDataDir } from '../test/process.ts'
import { maxWaitMs } from '../test/wait-until.ts'

export type Patient = { id: number; email: string; token: string }

/** Adds signed-in patients to the migrated database at this URL. */
export const addPatients = async (connectionString: string, count: number): Promise<Patient[]> => {
  const { db, close } = openDatabase({ connectionString }, { max: 2, role: null })
  const password_hash = await hashPassword('trial-password-30pun')
  const patients: Patient[] = []
  for (let i = 0; i < count; i++) {
    const email = `writer${i}@example.com`
    const name = { first_name: '一郎', last_name: '試験', first_name_kana: 'イチロウ', last_name_kana: 'シケン' }
    const id = await addPerson(db, { ...name, role: 'patient', email, birthday: '1980-04-01', sex: 'male', password_hash })
    patients.push({ id, email, token: await addSession(db, { id, role: 'patient' }, (bytes) => crypto.getRandomValues(Buffer.alloc(bytes))) })
  }
  await close()
  return patients
}

/** Creates a data folder with signed-in patients. `settings` are appended to postgresql.auto.conf. */
export const preparePatients = async (count: number, settings = '') => {
  const { folder, remove } = await copyDataDir('reference')
  const postgres = await ownPostgres(join(folder, 'postgres'))
  const patients = await addPatients(postgres.url, count)
  await postgres.stop()
  if (settings) appendFileSync(join(folder, 'postgres', 'postgresql.auto.conf'), settings)
  return { folder, remove, patients }
}

export const authorizationOf = ({ token, email }: Patient) => `Token token="${token}", email="${email}"`
export const addressOf = (i: number) => ({ address: { zip: '', prefecture: '', city: '', street: String(i), building: '' } })

export const requestOwnAccount = (url: string, patient: Patient, method: 'GET' | 'PATCH', body?: object) =>
  fetch(`${url}/api/users/me`, {
    method,
    headers: { authorization: authorizationOf(patient), ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(maxWaitMs),
  })

export const readStreet = async (url: string, patient: Patient) => {
  const response = await requestOwnAccount(url, patient, 'GET')
  if (response.status !== 200) throw new Error(`reading gave ${response.status}`)
  const account = (await response.json()) as { address: { street: string } | null }
  return Number(account.address?.street ?? 0)
}

export type EventSubscription = { ids: number[]; openedAt: number[]; close: () => void }

/** Event stream of a browser tab: reconnects with Last-Event-ID and records the time of each opening. */
export const listen = (url: () => string, patient: Patient): EventSubscription => {
  const subscription: EventSubscription = { ids: [], openedAt: [], close: () => {} }
  let last: string | undefined
  let isClosed = false
  let current: { destroy: () => void } | undefined
  const open = () => {
    if (isClosed) return
    const reconnect = () => void setTimeout(open, 100)
    const headers = { authorization: authorizationOf(patient), ...(last !== undefined && { 'last-event-id': last }) }
    const request = send(`${url()}/api/events`, { headers, agent: false }, (response) => {
      if (response.statusCode === 200) subscription.openedAt.push(performance.now())
      let rest = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        if (response.statusCode !== 200) return
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop()!
        for (const block of blocks) {
          last = /^id: (\d+)$/m.exec(block)?.[1] ?? last
          if (/^data: .*changes/m.test(block)) subscription.ids.push(Number(last))
        }
      })
      response.on('error', () => {})
      response.on('close', reconnect)
    })
    request.on('error', reconnect)
    request.end()
    current = request
  }
  subscription.close = () => {
    isClosed = true
    current?.destroy()
  }
  open()
  return subscription
}
