// node_modules/.bin/node bench/growth.ts [--from 1000] [--patients 100000] [--seconds 0.5] [--only messages,steps] [--explain]: compares the time of
// reads with few and with many patients. `--explain` prints the plan of the slowest statement of each call that becomes slower.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { explainSlowest } from './calls/explain.ts'
import { measureObserver } from './calls/observer.ts'
import { openPeople, type People } from './calls/people.ts'
import { type Request, readEndpoints, toText } from './calls/requests.ts'
import { settingsOf } from './calls/settings.ts'
import { variantsOf } from './calls/variants.ts'
import { walk } from './calls/walk.ts'
import { copyPeople } from './kit/clone.ts'
import { load } from './kit/load.ts'
import { type Figures, figuresOf } from './kit/percentile.ts'
import { addMessages } from './message-rows.ts'
import { type Server, startBuilt } from './processes.ts'
import { addYears } from './record.ts'
import { openBench, openPostgres } from './setup.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1000' },
    patients: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '0.5' },
    only: { type: 'string', default: '' },
    explain: { type: 'boolean', default: false },
  },
})
const [few, many, ms] = [Number(values.from), Number(values.patients), Number(values.seconds) * 1_000]
const rounds = 4
/** Messages per patient on average. */
const messages = 100
/** The time with many patients may be at most this many times the time with few. */
const goal = 1.3
/** Number of patients of the observer whose `/today` is measured. */
const observerPatients = 4_000
/** Differences below this are noise of the machine. */
const noiseMs = 1

const { folder, onEnd, close } = openBench()
const print = (step: string) => console.log(`${step} (${Math.round(performance.now() / 1_000)} s)`)

const withClient = async <T>(connectionString: string, run: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

/** Creates a second database with the rows of the first one and copies of these rows. Returns its URL. */
const addCopies = async (postgresUrl: string, url: string) => {
  const name = 'sukoyaka_bench_many'
  await withClient(postgresUrl, (client) => client.query(`create database ${name} template ${new URL(url).pathname.slice(1)}`))
  onEnd(() => withClient(postgresUrl, (client) => client.query(`drop database if exists ${name} with (force)`)))
  const copy = new URL(url)
  copy.pathname = `/${name}`
  await withClient(copy.href, (client) => copyPeople(client, Math.round(many / few) - 1, (line) => print(`  ${line}`)))
  return copy.href
}

const chooseRequests = async (url: string, people: People) => {
  const server = await startBuilt(settingsOf(url, folder))
  const wanted = (key: string) => values.only.split(',').some((part) => key.includes(part))
  try {
    const { chosen, wrong } = await walk(server.url, readEndpoints, people, wanted)
    if (wrong.length) throw new Error(wrong.join('\n'))
    return [...chosen.map(({ request }) => request), ...variantsOf(people).filter(({ key, method }) => method === 'GET' && wanted(key))]
  } finally {
    await server.end()
  }
}

const measure = async (request: Request, servers: [Server, Server]) => {
  const latencies: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++)
    for (const at of round % 2 ? [0, 1] : [1, 0]) {
      const found = await load(servers[at]!.url, [() => toText(request)], { connections: 1, ms: ms / rounds, status: request.status })
      // the first round is a warm-up
      if (round) latencies[at]!.push(...found.latencies)
    }
  const [before, after] = latencies.map(figuresOf) as [Figures, Figures]
  return { request, key: request.key, role: request.caller.role, before, after }
}
type Measured = Awaited<ReturnType<typeof measure>>
const ratioOf = ({ before, after }: Measured, of: 'p50' | 'p99') => after[of] / before[of]
const isSlower = (result: Measured, of: 'p50' | 'p99') => ratioOf(result, of) > goal && result.after[of] - result.before[of] > noiseMs

const tableOf = (measured: Measured[]) =>
  [
    `| call | as | p50 ms, ${few} | ${many} | ratio | p99 ms, ${few} | ${many} | ratio |`,
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...measured
      .toSorted((a, b) => ratioOf(b, 'p50') - ratioOf(a, 'p50'))
      .map((result) => {
        const cells = (['p50', 'p99'] as const).flatMap((of) => [
          result.before[of].toFixed(1),
          result.after[of].toFixed(1),
          `× ${ratioOf(result, of).toFixed(2)}`,
        ])
        return `| \`${result.key}\` | ${result.role} | ${cells.join(' | ')} |`
      }),
  ].join('\n')

try {
  const postgres = await openPostgres(folder)
  onEnd(postgres.stop)
  print(`creating ${few} patients …`)
  const { url, drop, people } = await openPeople(postgres, folder, few)
  onEnd(drop)
  await addYears(url, 1, 30)
  await addMessages(url, few * messages)
  const requests = await chooseRequests(url, people)
  print(`copying them to ${many} …`)
  const copyUrl = await addCopies(postgres.url, url)
  const servers: [Server, Server] = [await startBuilt(settingsOf(url, folder)), await startBuilt(settingsOf(copyUrl, folder))]
  for (const server of servers) onEnd(server.end)
  print(`measuring ${requests.length} calls …`)
  const measured: Measured[] = []
  for (const request of requests)
    try {
      measured.push(await measure(request, servers))
    } catch (error) {
      print(`${request.key}: ${(error as Error).message.slice(0, 60)}`)
    }
  console.log(`\n${tableOf(measured)}\n`)
  for (const share of ['p50', 'p99'] as const) {
    const slower = measured.filter((result) => isSlower(result, share))
    console.log(
      `${share}: ${measured.length - slower.length} of ${measured.length} calls within × ${goal} or ${noiseMs} ms. Slower: ${slower.map(({ key }) => key).join(', ')}`,
    )
  }
  const observer = people.staff.find(({ role }) => role === 'observer')!
  await measureObserver(copyUrl, servers[1], observer, Math.min(observerPatients, many))
  print('measured')
  const slower = measured.filter((result) => isSlower(result, 'p50'))
  if (values.explain)
    await explainSlowest(
      copyUrl,
      folder,
      slower.map(({ request }) => request),
      console.log,
    )
} finally {
  await close()
}
