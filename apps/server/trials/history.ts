import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** One step of a writer: `sent` before it sends the number `n`, `acknowledged` once the server has acknowledged it with 200. */
export type Entry = { what: 'sent' | 'acknowledged'; writer: number; n: number }

/** A history that survives any kill: acknowledgements are fsynced before the next step. */
export const openHistory = (file: string) => {
  const handle = openSync(file, 'a')
  return {
    add: (entry: Entry) => {
      writeSync(handle, `${JSON.stringify(entry)}\n`)
      if (entry.what === 'acknowledged') fsyncSync(handle)
    },
    read: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Entry),
    close: () => closeSync(handle),
  }
}

/**
 * `lost`: writers whose stored number is below their last acknowledged one. `extra`: by how much the stored numbers of the others exceed their last
 * acknowledged ones, in total. `never_sent`: how many writers have a stored number above their last sent one.
 */
export type Verdict = { acknowledged: number; lost: { writer: number; acknowledgedValue: number; found: number }[]; extra: number; never_sent: number }

/** Each writer stores 1, 2, 3 …: the stored value must lie between its last acknowledged and its last sent number. */
export const judge = (history: Entry[], found: Map<number, number>): Verdict => {
  const verdict: Verdict = { acknowledged: history.filter((entry) => entry.what === 'acknowledged').length, lost: [], extra: 0, never_sent: 0 }
  for (const [writer, value] of found) {
    const last = (event: Entry['what']) => history.reduce((max, entry) => (entry.what === event && entry.writer === writer ? Math.max(max, entry.n) : max), 0)
    const acknowledgedValue = last('acknowledged')
    if (value < acknowledgedValue) verdict.lost.push({ writer, acknowledgedValue, found: value })
    else if (value > last('sent')) verdict.never_sent++
    else verdict.extra += value - acknowledgedValue
  }
  return verdict
}
