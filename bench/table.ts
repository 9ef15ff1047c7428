type Side = { rounds: number[]; latencies: number[]; answers: number; cpu: number; database: number }
export type Measured = { case: string; patients: number; ours: Side; bare: Side }

const percentile = (sorted: Float64Array, p: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN
/** The median limits the influence of a round disturbed by other load. */
const median = (numbers: number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
}
const shown = (n: number, digits: number) => (Number.isFinite(n) ? n.toFixed(digits) : '–')

const figuresOf = ({ rounds, latencies, answers, cpu, database }: Side) => {
  const sorted = Float64Array.from(latencies).sort()
  return { rate: median(rounds), p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), cpu: cpu / answers, database: database / answers }
}

const heads = ['call', 'patients', 'req/s', 'p50 ms', 'p99 ms', 'CPU ms', 'PostgreSQL CPU ms', 'bare req/s', 'bare p50', 'bare p99', 'bare CPU ms']
const more = ['bare PostgreSQL CPU ms', 'ratio (rounds)', 'p99 to fewest patients']

/** A Markdown table with a row per call and number of patients. */
export const tableOf = (measured: Measured[]): string => {
  const rows = measured.map((it) => {
    const ours = figuresOf(it.ours)
    const bare = figuresOf(it.bare)
    const ratios = it.ours.rounds.map((rate, i) => rate / it.bare.rounds[i]!)
    const least = measured.find((other) => other.case === it.case)!
    const side = (f: typeof ours) => [shown(f.rate, 0), shown(f.p50, 2), shown(f.p99, 2), shown(f.cpu, 2), shown(f.database, 2)]
    return [
      it.case,
      String(it.patients),
      ...side(ours),
      ...side(bare),
      `${shown(median(ratios), 2)} (${shown(Math.min(...ratios), 2)}–${shown(Math.max(...ratios), 2)})`,
      least === it ? '' : `× ${shown(ours.p99 / figuresOf(least.ours).p99, 2)}`,
    ]
  })
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const all = [...heads, ...more]
  return [line(all), line(all.map((_, i) => (i ? '---:' : '---'))), ...rows.map(line)].join('\n')
}
