// node_modules/.bin/node bench/calls/soak.ts [--requests 1000000] [--patients 1000]:
// prints the server's memory during a million reads; all kinds of reads take turns.
import { parseArgs } from 'node:util'
import { residentMegabytes } from '../kit/cpu.ts'
import { load } from '../kit/load.ts'
import { median } from '../kit/percentile.ts'
import { startBuilt } from '../processes.ts'
import { openBench, openPostgres } from '../setup.ts'
import { openPeople } from './people.ts'
import { readEndpoints, toText } from './requests.ts'
import { settingsOf } from './settings.ts'
import { variantsOf } from './variants.ts'
import { walk } from './walk.ts'

const { values } = parseArgs({ options: { requests: { type: 'string', default: '1000000' }, patients: { type: 'string', default: '1000' } } })
const total = Number(values.requests)
const steps = 10
/** Reads that take this long or longer on an idle machine are sent only once per step, because a working day mostly consists of the shorter ones. */
const shortMs = 4

const { folder, onEnd, close } = openBench()
try {
  const postgres = await openPostgres(folder)
  onEnd(postgres.stop)
  const { url, drop, people } = await openPeople(postgres, folder, Number(values.patients))
  onEnd(drop)
  const server = await startBuilt(settingsOf(url, folder))
  onEnd(server.end)
  console.log(`after the start: ${residentMegabytes(server.pid).toFixed(0)} MB`)
  const { chosen } = await walk(server.url, readEndpoints, people, () => true)
  const requests = [...chosen.map(({ request }) => request), ...variantsOf(people).filter(({ method }) => method === 'GET')]
  const [short, long]: [typeof requests, typeof requests] = [[], []]
  for (const request of requests) {
    const { latencies } = await load(server.url, [() => toText(request)], { connections: 1, ms: 40, status: request.status })
    ;(median(latencies) < shortMs ? short : long).push(request)
  }
  console.log(`after every read: ${residentMegabytes(server.pid).toFixed(0)} MB; ${short.length} short reads, ${long.length} long ones`)
  // `load` expects the same status of all requests, so it only gets the reads that answer 200
  const texts = short.filter(({ status }) => status === 200).map((request) => toText(request))
  let sent = 0
  for (let step = 1; step <= steps; step++) {
    while (sent < (total * step) / steps) {
      const { responses } = await load(
        server.url,
        texts.map((text) => () => text),
        { connections: 16, ms: 5_000, status: 200 },
      )
      sent += responses
    }
    for (const request of long) await load(server.url, [() => toText(request)], { connections: 1, ms: 1, status: request.status })
    console.log(`${sent} requests: ${residentMegabytes(server.pid).toFixed(0)} MB`)
  }
} finally {
  await close()
}
