import { parseArgs } from 'node:util'
import { type Case, cases } from './cases.ts'
import { cpuOf, cpuOfFamily } from './kit/cpu.ts'
import { load } from './kit/load.ts'
import { type Measured, tableOf } from './kit/table.ts'
import type { Server } from './processes.ts'
import { addDatabase, type BenchSetup, openBench, openPostgres, openSetup, type Postgres } from './setup.ts'

const { values } = parseArgs({
  options: {
    patients: { type: 'string', default: '100,10000' },
    only: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '1.2' },
    profile: { type: 'string' },
    years: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})
const sizes = (values.quick ? '100,1000' : values.patients).split(',').map(Number)
const rounds = values.quick ? 2 : Number(values.rounds)
const ms = values.quick ? 400 : Number(values.seconds) * 1_000
const only = values.only.flatMap((names) => names.split(','))
// cases with years of records run separately, because they need another database
const years = Number(values.years ?? (only.length && only.every((name) => cases.find((candidate) => candidate.name === name)?.years) ? 10 : 0))
const wanted = cases.filter(({ name, years: needsYears }) => (only.length ? only.includes(name) : Boolean(needsYears) === years > 0))
const invalidArgs = [
  ...only.filter((name) => !cases.some((candidate) => candidate.name === name)),
  ...sizes.filter((size) => !(Number.isInteger(size) && size > 0)).map(String),
]
if (invalidArgs.length || !(rounds > 0) || !(ms > 0)) {
  console.error(
    `npm run bench -- [--patients 100,10000] [--only ${cases.map(({ name }) => name).join(',')}] [--rounds 6] [--seconds 1.2] [--years 10] [--quick] [--profile folder]`,
  )
  process.exit(1)
}

const emptySide = (): Measured['ours'] => ({ rounds: [], latencies: [], responses: 0, cpu: 0, database: 0 })

const measure = async (benchCase: Case, setup: BenchSetup, server: Server, postgres: Postgres, target: Measured['ours'] | undefined) => {
  const status = server === setup.bare ? 200 : benchCase.isUnchanged ? 304 : (benchCase.status ?? 200)
  const before = { cpu: cpuOf(server.pid), database: cpuOfFamily(postgres.pid) }
  const { responses, latencies, ms: elapsedMs } = await load(server.url, requestsOf(benchCase, setup), { connections: benchCase.connections ?? 8, ms, status })
  if (!target) return
  target.rounds.push((responses / elapsedMs) * 1_000)
  target.responses += responses
  target.latencies.push(...latencies)
  target.cpu += (cpuOf(server.pid) ?? Number.NaN) - (before.cpu ?? Number.NaN)
  target.database += (cpuOfFamily(postgres.pid) ?? Number.NaN) - (before.database ?? Number.NaN)
}

const requestsByCase = new Map<string, ReturnType<BenchSetup['requestsOf']>>()
const requestsOf = (benchCase: Case, setup: BenchSetup) => {
  const key = `${benchCase.name} ${setup.patients}`
  const requests = requestsByCase.get(key) ?? setup.requestsOf(benchCase)
  requestsByCase.set(key, requests)
  return requests
}

const { folder, onEnd, close } = openBench()

try {
  const postgres = await openPostgres(folder)
  onEnd(postgres.stop)
  const setups: BenchSetup[] = []
  for (const patients of sizes) {
    console.log(`creating ${patients} patients …`)
    const { url, drop: dropDatabase } = await addDatabase(postgres, folder, patients, years)
    onEnd(dropDatabase)
    const setup = await openSetup(url, folder, patients, wanted, { years, profiles: values.profile })
    onEnd(setup.close)
    setups.push(setup)
  }
  const measured: Measured[] = []
  for (const benchCase of wanted) {
    console.log(`${benchCase.name} …`)
    const resultsOfCase = setups.map((setup) => ({ case: benchCase.name, patients: setup.patients, ours: emptySide(), bare: emptySide(), setup }))
    // alternate the order to cancel drift; the first round is a warm-up
    const order = resultsOfCase.flatMap(({ setup, ours, bare }) => [
      { setup, server: setup.ours, target: ours },
      { setup, server: setup.bare, target: bare },
    ])
    for (let round = 0; round <= rounds; round++)
      for (const { setup, server, target } of round % 2 ? order : order.toReversed())
        await measure(benchCase, setup, server, postgres, round ? target : undefined)
    measured.push(...resultsOfCase)
  }
  console.log(`\n${tableOf(measured)}`)
} finally {
  await close()
}
