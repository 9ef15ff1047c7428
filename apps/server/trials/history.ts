import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** What a writer was told, in its own words: `sent` before the call leaves, `kept` once the answer said so. */
export type Entry = { what: 'sent' | 'kept'; writer: number; n: number }

/** A history that survives whatever is killed: each line is on the disk before the next thing happens. */
export const openHistory = (file: string) => {
  const handle = openSync(file, 'a')
  return {
    add: (entry: Entry) => {
      writeSync(handle, `${JSON.stringify(entry)}\n`)
      if (entry.what === 'kept') fsyncSync(handle)
    },
    read: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Entry),
    close: () => closeSync(handle),
  }
}

export type Verdict = { acknowledged: number; lost: { writer: number; kept: number; found: number }[]; extra: number; never_sent: number }

/** Each writer writes 1, 2, 3 … into its own place: what stands there may be nothing before the last one kept and nothing after the last one sent. */
export const judge = (history: Entry[], found: Map<number, number>): Verdict => {
  const verdict: Verdict = { acknowledged: history.filter((entry) => entry.what === 'kept').length, lost: [], extra: 0, never_sent: 0 }
  for (const [writer, value] of found) {
    const last = (what: Entry['what']) => history.reduce((max, entry) => (entry.what === what && entry.writer === writer ? Math.max(max, entry.n) : max), 0)
    const kept = last('kept')
    if (value < kept) verdict.lost.push({ writer, kept, found: value })
    else if (value > last('sent')) verdict.never_sent++
    else verdict.extra += value - kept
  }
  return verdict
}
