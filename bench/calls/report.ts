import type { Skipped } from './choose.ts'
import type { Cost } from './measure.ts'
import type { Counted } from './statements.ts'

export type Measured = Counted & { key: string; role: string; ours: Cost }

const heads = ['call', 'as', 'CPU ms', 'of it PostgreSQL', 'req/s', 'statements', 'rows', 'bytes']
const line = (cells: string[]) => `| ${cells.join(' | ')} |`
export const cpuOf = ({ cpu, database }: Cost) => cpu + database

/** A Markdown table of all calls, the costliest first. */
export const tableOf = (measured: Measured[]) =>
  [
    line(heads),
    line(heads.map((_, i) => (i > 1 ? '---:' : '---'))),
    ...measured
      .toSorted((a, b) => cpuOf(b.ours) - cpuOf(a.ours))
      .map(({ key, role, ours, statements, rows, bytes }) =>
        line([`\`${key}\``, role, cpuOf(ours).toFixed(2), ours.database.toFixed(2), ours.rate.toFixed(0), ...[statements, rows, bytes].map(String)]),
      ),
  ].join('\n')

/** The calls that are not measured, by reason. */
export const skippedOf = (skipped: Skipped[]) =>
  [...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, calls]) => `- ${reason}: ${calls.map(({ key }) => `\`${key}\``).join(', ')}`).join('\n')
