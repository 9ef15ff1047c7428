import { type ChildProcess, execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/database/db.ts'
import { addSession } from '../src/domains/account/session-store.ts'
import { addPerson } from '../test/add-person.ts'
import { ownPostgres } from '../test/postgres.ts'
import { copyDataDir, startNode, startServer, waitForLine } from '../test/process.ts'
import { maxWaitMs } from '../test/wait-until.ts'
import { brokenBodies, brokenFrames, mutateBody, type RawBody, type RawRequest } from './kit/broken-bytes.ts'
import { type Api, apiOf, exampleRequest, type Operation, urlOf } from './kit/document.ts'
import { sendRaw } from './kit/raw.ts'
import { isFull, report, seed } from './kit/report.ts'
import { seededRandom } from './server.ts'

const mutations = Number(process.env.TRIAL_N ?? (isFull ? 5_000 : 300))
/** Max growth in MB. Garbage collection runs late on a busy machine; a leak would retain many gzip bombs of 100 MB each. */
const maxMegabytes = isFull ? 100 : 150
const concurrency = 4

type ServerProcess = { url: string; process: ChildProcess; output: string[] }
type People = { asker: string; victim: string }

/** Starts a server process with two patients: the asker sends all requests, and a smuggled request would end the session of the victim. */
const open = async (): Promise<{ server: ServerProcess; people: People; api: Api }> => {
  const { folder } = await copyDataDir('reference')
  const postgres = await ownPostgres(join(folder, 'postgres'))
  const { db, close } = openDatabase({ connectionString: postgres.url }, { max: 2, role: null })
  const signInUser = async (email: string) => {
    const name = { first_name: '花子', last_name: '試験', first_name_kana: 'ハナコ', last_name_kana: 'シケン' }
    const id = await addPerson(db, { ...name, role: 'patient', email, birthday: '1980-04-01', sex: 'female', password_hash: null })
    const token = await addSession(db, { id, role: 'patient' }, (bytes) => crypto.getRandomValues(Buffer.alloc(bytes)))
    return `Token token="${token}", email="${email}"`
  }
  const people = { asker: await signInUser('asker@example.com'), victim: await signInUser('victim@example.com') }
  await close()
  await postgres.stop()
  const server = await startServer(folder, { LOG_LEVEL: 'info' })
  return { server, people, api: apiOf((await (await fetch(`${server.url}/api/openapi.json`)).json()) as Parameters<typeof apiOf>[0]) }
}

const ps = promisify(execFile)
const megabytesOf = async ({ process: { pid } }: ServerProcess) => {
  const { stdout } = await ps('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '0' }))
  return Math.round(Number(stdout) / 1_024)
}

type RawTry = { name: string; parts: (string | Buffer)[]; responses: number; isRejected: boolean }

const bodyTry = (operation: Operation, { name, body, headers = {}, length = body.length, isRejected }: RawBody, authorization: string): RawTry => {
  const allHeaders = { host: '127.0.0.1', connection: 'close', authorization, 'content-type': 'application/json', ...headers, 'content-length': String(length) }
  const lines = Object.entries(allHeaders).flatMap(([key, value]) => (value ? [`${key}: ${value}`] : []))
  const start = `${operation.method} ${urlOf(exampleRequest(operation)).replace(/\/1(?=$|\?)/, '/me')} HTTP/1.1`
  return { name: `${operation.key}, ${name}`, parts: [`${[start, ...lines].join('\r\n')}\r\n\r\n`, body], responses: 1, isRejected }
}

const frameTry = ({ name, parts, responses = 1, isRejected }: RawRequest): RawTry => ({ name, parts, responses, isRejected })

/** Sends everything. Returns the failures and the growth of the memory in MB. */
const judge = async (server: ServerProcess, people: People, tries: RawTry[], timeoutMs = 5_000) => {
  const failures: string[] = []
  const port = Number(new URL(server.url).port)
  const requestOwnAccount = (authorization: string) =>
    fetch(`${server.url}/api/users/me`, { headers: { authorization } }).then(
      (response) => response.status,
      () => 0,
    )
  // the heap does not shrink: measure growth after the largest bodies within the size limit were read once
  const costly = tries.filter(({ name }) => /100,000 deep|60,000|50,000|900 kB/.test(name))
  for (const { parts } of costly) await sendRaw(port, parts)
  const before = await megabytesOf(server)
  let max = before
  let isOver = false
  const watchHealth = async () => {
    while (!isOver) {
      max = Math.max(max, await megabytesOf(server))
      await sleep(200)
    }
  }
  const watching = watchHealth()
  const firstLine = server.output.length
  const next = tries.values()
  const runWorker = async () => {
    for (const { name, parts, responses, isRejected } of next) {
      // a body shorter than its Content-Length never completes, so do not wait long; a busy server needs long to unpack a bomb, and an aborted one is not read
      const ownTimeoutMs = name.endsWith('a Content-Length that is too high') ? 300 : name.includes('bomb') ? maxWaitMs : timeoutMs
      const { statuses, text } = await sendRaw(port, parts, { responses, timeoutMs: ownTimeoutMs })
      const addFailure = (problem: string) => failures.push(`${name}: ${problem}`)
      if (statuses.some((status) => status >= 500)) addFailure(`returned ${statuses}`)
      if (isRejected && statuses.some((status) => status < 400 && status !== 100)) addFailure(`accepted, ${statuses} ${text.slice(-120)}`)
      if (responses > 1 && statuses.filter((status) => status === 200).length !== responses) addFailure(`of ${responses} returned ${statuses}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runWorker))
  // the log line follows the response
  await sleep(200)
  isOver = true
  await watching
  // retained memory is still there at the end, even if the sampling missed it
  max = Math.max(max, await megabytesOf(server))
  const lines = server.output.slice(firstLine)
  const signOuts = lines.filter((line) => line.includes('/api/sign_out')).length
  if (signOuts) failures.push(`${signOuts} smuggled requests were handled`)
  const errorLines = lines.filter((line) => /"status":5\d\d/.test(line) || /uncaught|unhandled/i.test(line))
  if (errorLines.length) failures.push(`the log has ${errorLines.length} errors: ${errorLines[0]!.slice(0, 300)}`)
  if ((await requestOwnAccount(people.victim)) !== 200) failures.push('the victim’s session has ended')
  if ((await requestOwnAccount(people.asker)) !== 200 || server.process.exitCode !== null) failures.push('the server no longer responds')
  if (max - before > maxMegabytes) failures.push(`the server grew by ${max - before} MB`)
  return { failures, grownMegabytes: max - before }
}

const hiddenOf = ({ victim }: People) => `DELETE /api/sign_out HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${victim}\r\n\r\n`
const triesOf = (api: Api, people: People, isWhole = true) => {
  const chance = seededRandom(seed)
  const calls = api.operations.filter(({ body }) => body)
  const textOf = ({ example }: Operation) => JSON.stringify(example)
  const fieldOf = ({ example }: Operation) => Object.entries(example as object).find(([, value]) => typeof value === 'string')?.[0] ?? 'name'
  const frames = brokenFrames({ authorization: people.asker, hidden: hiddenOf(people) }).map(frameTry)
  // the daily run sends a quarter of the bodies per call, rotating
  const bodies = calls.flatMap((call, at) =>
    brokenBodies(textOf(call), fieldOf(call))
      .filter((_, i) => isWhole || (i + at) % 4 === 0)
      .map((brokenBody) => bodyTry(call, brokenBody, people.asker)),
  )
  const changed = Array.from({ length: mutations }, (_, i) => {
    const call = calls[i % calls.length]!
    return bodyTry(call, mutateBody(textOf(call), chance), people.asker)
  })
  return { calls, allTries: [...frames, ...bodies, ...changed], frames, bodies }
}

test('S-19: rejects malformed bytes without 5xx, smuggled requests or memory growth', async () => {
  const { server, people, api } = await open()
  const { calls, allTries, frames, bodies } = triesOf(api, people, isFull)
  const { failures, grownMegabytes } = await judge(server, people, allTries)
  report('S-19', {
    n: allTries.length,
    failures: failures.length,
    figures: { calls: calls.length, frames: frames.length, bodies: bodies.length, mutations, grown_mb: grownMegabytes },
  })
  expect(failures).toEqual([])
})

test('S-19 control: detects a server that tolerates, unpacks and retains its input and shows its errors', async () => {
  const child = startNode([join(import.meta.dirname, 'kit/processes/insecure-server.ts')])
  const output: string[] = []
  const url = await waitForLine(child, (line) => /ready at (\S+)/.exec(line)?.[1], output)
  const people = { asker: 'asker', victim: 'victim' }
  const call = {
    method: 'PATCH',
    path: '/api/users/me',
    key: 'PATCH /api/users/:id',
    parameters: [],
    body: {},
    example: { first_name: '花子' },
  } as unknown as Operation
  const { frames, bodies } = triesOf({ routes: [], operations: [call], components: { schemas: {} } }, people)
  const someBodies = bodies.filter(({ name }) => /bomb|cut short|UTF-8|declared as|without a content type/.test(name))
  const { failures } = await judge({ url, process: child, output }, people, [...frames, ...someBodies], 300)
  const faults: [string, RegExp][] = [
    ['a smuggled request', /smuggled requests were handled/],
    ['the ended session', /victim’s session has ended/],
    ['its errors', /returned 500/],
    ['wrongly accepted input', /: accepted/],
    ['retained memory', /the server grew by/],
  ]
  const undetected = faults.filter(([, pattern]) => !failures.some((failure) => pattern.test(failure))).map(([name]) => name)
  report('S-19 control', { n: faults.length, failures: undetected.length, figures: { caught: faults.length - undetected.length, missed: undetected } })
  expect(undetected).toEqual([])
})
