import { figuresOf, median } from './percentile.ts'

type Side = { rounds: number[]; latencies: number[]; responses: number; cpu: number; database: number }
export type Measured = { case: string; patients: number; ours: Side; bare: Side }

const format = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : '–')

/** The median limits the influence of a round disturbed by other load. */
const figuresOfSide = ({ rounds, latencies, responses, cpu, database }: Side) => ({
  rate: median(rounds),
  ...figuresOf(latencies),
  cpu: cpu / responses,
  database: database / responses,
})

const heads = ['call', 'patients', 'req/s', 'p50 ms', 'p99 ms', 'CPU ms', 'PostgreSQL CPU ms', 'bare req/s', 'bare p50', 'bare p99', 'bare CPU ms']
const moreHeads = ['bare PostgreSQL CPU ms', 'ratio (rounds)', 'p99 to fewest patients']

/** A Markdown table with a row per call and number of patients. */
export const tableOf = (measured: Measured[]): string => {
  const rows = measured.map((result) => {
    const ours = figuresOfSide(result.ours)
    const bare = figuresOfSide(result.bare)
    const ratios = result.ours.rounds.map((rate, i) => rate / result.bare.rounds[i]!)
    const smallest = measured.find((other) => other.case === result.case)!
    const formatSide = (figures: typeof ours) => [
      format(figures.rate, 0),
      format(figures.p50, 2),
      format(figures.p99, 2),
      format(figures.cpu, 2),
      format(figures.database, 2),
    ]
    return [
      result.case,
      String(result.patients),
      ...formatSide(ours),
      ...formatSide(bare),
      `${format(median(ratios), 2)} (${format(Math.min(...ratios), 2)}–${format(Math.max(...ratios), 2)})`,
      smallest === result ? '' : `× ${format(ours.p99 / figuresOfSide(smallest.ours).p99, 2)}`,
    ]
  })
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const all = [...heads, ...moreHeads]
  return [line(all), line(all.map((_, i) => (i ? '---:' : '---'))), ...rows.map(line)].join('\n')
}
