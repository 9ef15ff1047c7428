import { randomBytes, randomUUID } from 'node:crypto'
import type { Statement } from '../apps/server/test/statements.ts'

export type Heard = Omit<Statement, 'application'>
/** The statements of one call: steps run in sequence, the statements of a step concurrently. */
export type Script = { steps: { text: string; values: unknown[]; returned: unknown[] }[][]; answer: number }

/** JSON that supports Buffers. */
export const pack = (value: unknown) =>
  JSON.stringify(value, (_, it) => (it?.type === 'Buffer' ? { $bytes: Buffer.from(it.data).toString('base64') } : it === undefined ? null : it))
export const unpack = (text: string) => JSON.parse(text, (_, it) => (typeof it?.$bytes === 'string' ? Buffer.from(it.$bytes, 'base64') : it))

/** Groups statements that were in flight at the same time into one step. */
export const scriptOf = (heard: Heard[], answer: RegExp): Script => {
  const steps: Heard[][] = []
  for (const statement of heard.toSorted((a, b) => a.began - b.began)) {
    const step = steps.at(-1)
    if (step?.some((other) => statement.began < other.ended)) step.push(statement)
    else steps.push([statement])
  }
  const flat = steps.flat()
  const found = flat.findIndex(({ text }) => answer.test(text))
  if (found < 0) throw new Error(`none of ${flat.length} statements matches ${answer}: ${flat.map(({ text }) => text.slice(0, 80)).join(' | ')}`)
  return {
    answer: found,
    steps: steps.map((step) =>
      step.map(({ text, values, rows }) => ({ text, values, returned: / returning /.test(text) ? rows.flatMap((row) => Object.values(row)) : [] })),
    ),
  }
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/**
 * Replaces the recorded values for another call: new random bytes and UUIDs, because tokens and keys are unique, and the ids that earlier
 * statements returned this time. Other values stay as recorded.
 */
export const freshValues = () => {
  const replaced = new Map<unknown, unknown>()
  return {
    of: ({ text, values }: Script['steps'][number][number]) =>
      values.map((value) => {
        if (typeof value === 'string' && uuid.test(value)) {
          if (!replaced.has(value)) replaced.set(value, randomUUID())
          return replaced.get(value)
        }
        if (!Buffer.isBuffer(value)) return typeof value === 'number' ? (replaced.get(value) ?? value) : value
        const key = value.toString('base64')
        if (/^insert/.test(text) && !replaced.has(key)) replaced.set(key, randomBytes(value.length))
        return replaced.get(key) ?? value
      }),
    learn: (was: unknown[], is: unknown[]) => {
      for (const [i, value] of was.entries()) if (typeof value === 'number') replaced.set(value, is[i])
    },
  }
}
