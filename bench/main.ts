import { parseArgs } from 'node:util'
import { type Case, cases } from './cases.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'
import { load } from './load.ts'
import type { Server } from './processes.ts'
import { addDatabase, openFolder, openPostgres, openScene, type Postgres, type Scene } from './scene.ts'
import { type Measured, tableOf } from './table.ts'

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
const years = Number(values.years ?? (only.length && only.every((name) => cases.find((it) => it.name === name)?.years) ? 10 : 0))
const wanted = cases.filter(({ name, years: takes }) => (only.length ? only.includes(name) : Boolean(takes) === years > 0))
const bad = [...only.filter((name) => !cases.some((it) => it.name === name)), ...sizes.filter((n) => !(Number.isInteger(n) && n > 0)).map(String)]
if (bad.length || !(rounds > 0) || !(ms > 0)) {
  console.error(
    `npm run bench -- [--patients 100,10000] [--only ${cases.map(({ name }) => name).join(',')}] [--rounds 6] [--seconds 1.2] [--years 10] [--quick] [--profile folder]`,
  )
  process.exit(1)
}

const empty = (): Measured['ours'] => ({ rounds: [], latencies: [], answers: 0, cpu: 0, database: 0 })

const measure = async (it: Case, scene: Scene, server: Server, postgres: Postgres, into: Measured['ours'] | undefined) => {
  const status = server === scene.bare ? 200 : it.unchanged ? 304 : (it.status ?? 200)
  const before = { cpu: cpuOf(server.pid), database: cpuOfFamily(postgres.pid) }
  const { answers, latencies, ms: took } = await load(server.url, asksOf(it, scene), { connections: it.connections ?? 8, ms, status })
  if (!into) return
  into.rounds.push((answers / took) * 1_000)
  into.answers += answers
  into.latencies.push(...latencies)
  into.cpu += (cpuOf(server.pid) ?? Number.NaN) - (before.cpu ?? Number.NaN)
  into.database += (cpuOfFamily(postgres.pid) ?? Number.NaN) - (before.database ?? Number.NaN)
}

const asked = new Map<string, ReturnType<Scene['asksOf']>>()
const asksOf = (it: Case, scene: Scene) => {
  const key = `${it.name} ${scene.patients}`
  const asks = asked.get(key) ?? scene.asksOf(it)
  asked.set(key, asks)
  return asks
}

const { folder, remove } = openFolder()
const closers: (() => Promise<unknown>)[] = []
const close = async () => {
  for (const end of closers.splice(0).reverse()) await end()
  remove()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close().then(() => process.exit(130)))

try {
  const postgres = await openPostgres(folder)
  closers.push(postgres.stop)
  const scenes: Scene[] = []
  for (const patients of sizes) {
    console.log(`creating ${patients} patients …`)
    const { url, drop } = await addDatabase(postgres, folder, patients, years)
    closers.push(drop)
    const scene = await openScene(url, folder, patients, wanted, { years, profiles: values.profile })
    closers.push(scene.close)
    scenes.push(scene)
  }
  const measured: Measured[] = []
  for (const it of wanted) {
    console.log(`${it.name} …`)
    const mine = scenes.map((scene) => ({ case: it.name, patients: scene.patients, ours: empty(), bare: empty(), scene }))
    // alternate the order to cancel drift; the first round is a warm-up
    const order = mine.flatMap(({ scene, ours, bare }) => [
      { scene, server: scene.ours, into: ours },
      { scene, server: scene.bare, into: bare },
    ])
    for (let round = 0; round <= rounds; round++)
      for (const { scene, server, into } of round % 2 ? order : order.toReversed()) await measure(it, scene, server, postgres, round ? into : undefined)
    measured.push(...mine)
  }
  console.log(`\n${tableOf(measured)}`)
} finally {
  await close()
}
