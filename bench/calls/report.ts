import type { Skipped } from './choose.ts'
import type { Cost } from './measure.ts'
import type { Counted } from './statements.ts'

export type Measured = Counted & { key: string; role: string; ours: Cost; ideal: (Cost & { bytes: number; without: string[] | undefined }) | undefined }

const heads = [
  'call',
  'as',
  'ratio',
  'CPU ms',
  'ideal',
  'of it PostgreSQL',
  'ideal',
  'req/s',
  'ideal',
  'statements',
  'rows',
  'bytes',
  'ideal',
  'the ideal leaves out',
]
const line = (cells: string[]) => `| ${cells.join(' | ')} |`
const cpuOf = ({ cpu, database }: Cost) => cpu + database
export const ratioOf = ({ ours, ideal }: Measured) => (ideal ? cpuOf(ours) / cpuOf(ideal) : undefined)

const rowOf = (result: Measured) => {
  const { key, role, ours, ideal, statements, rows, bytes } = result
  const format = (value: number | undefined, digits: number) => (value === undefined ? '–' : value.toFixed(digits))
  return [
    `\`${key}\``,
    role,
    ideal ? `× ${format(ratioOf(result), 1)}` : '–',
    format(cpuOf(ours), 2),
    format(ideal && cpuOf(ideal), 2),
    format(ours.database, 2),
    format(ideal?.database, 2),
    format(ours.rate, 0),
    format(ideal?.rate, 0),
    ...[statements, rows, bytes].map(String),
    format(ideal?.bytes, 0),
    ideal ? (ideal.without?.join(', ') ?? 'its own statements') : '',
  ]
}

/** A Markdown table of all calls: first those with an ideal, sorted by their ratio to it, then the others by their CPU time. */
export const tableOf = (measured: Measured[]) =>
  [
    line(heads),
    line(heads.map((head, i) => (i < 2 || head.startsWith('the') ? '---' : '---:'))),
    ...measured.toSorted((a, b) => (ratioOf(b) ?? 0) - (ratioOf(a) ?? 0) || cpuOf(b.ours) - cpuOf(a.ours)).map((result) => line(rowOf(result))),
  ].join('\n')

type Process = { startMs: number; idle: number; memoryBefore: number; memoryAfter: number }
/** A Markdown table of the server's start time, idle CPU and memory, on a database that has all migrations. */
export const processTableOf = ({ startMs, idle, memoryBefore, memoryAfter }: Process) =>
  [
    ['server process', 'measured'],
    ['---', '---:'],
    ['start on existing data', `${(startMs / 1_000).toFixed(1)} s`],
    ['CPU while nobody asks', `${idle.toFixed(3)} cores`],
    ['resident memory after the start', `${memoryBefore.toFixed(0)} MB`],
    ['resident memory after all calls', `${memoryAfter.toFixed(0)} MB`],
  ]
    .map(line)
    .join('\n')

/** Goals of the CPU time per request, as a multiple of the ideal's. */
const goals = { read: 1.5, write: 2 }
export const summaryOf = (measured: Measured[]) => {
  const compared = measured.filter(({ ideal }) => ideal)
  const reached = compared.filter((result) => ratioOf(result)! <= (result.key.startsWith('GET') ? goals.read : goals.write))
  return `${measured.length} calls measured, ${compared.length} of them compared, ${reached.length} within × ${goals.read} (reads) or × ${goals.write} (writes).`
}

/** The calls that are not measured, by reason. */
export const skippedOf = (skipped: Skipped[]) =>
  [...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, calls]) => `- ${reason}: ${calls.map(({ key }) => `\`${key}\``).join(', ')}`).join('\n')
