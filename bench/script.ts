import { randomBytes, randomUUID } from 'node:crypto'
import type { Statement } from '../apps/server/test/statements.ts'

export type Heard = Omit<Statement, 'application'>
/** What one call says to PostgreSQL: steps one after the other, statements of one step side by side. */
export type Script = { steps: { text: string; values: unknown[]; returned: unknown[] }[][]; answer: number }

/** JSON that keeps bytes. */
export const pack = (value: unknown) =>
  JSON.stringify(value, (_, it) => (it?.type === 'Buffer' ? { $bytes: Buffer.from(it.data).toString('base64') } : it === undefined ? null : it))
export const unpack = (text: string) => JSON.parse(text, (_, it) => (typeof it?.$bytes === 'string' ? Buffer.from(it.$bytes, 'base64') : it))

/** Statements that were on their way at the same time are sent at the same time again. */
export const scriptOf = (heard: Heard[], answer: RegExp): Script => {
  const steps: Heard[][] = []
  for (const statement of heard.toSorted((a, b) => a.began - b.began)) {
    const step = steps.at(-1)
    if (step?.some((other) => statement.began < other.ended)) step.push(statement)
    else steps.push([statement])
  }
  const flat = steps.flat()
  const found = flat.findIndex(({ text }) => answer.test(text))
  if (found < 0) throw new Error(`none of ${flat.length} statements is ${answer}: ${flat.map(({ text }) => text.slice(0, 80)).join(' | ')}`)
  return {
    answer: found,
    steps: steps.map((step) =>
      step.map(({ text, values, rows }) => ({ text, values, returned: / returning /.test(text) ? rows.flatMap((row) => Object.values(row)) : [] })),
    ),
  }
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/**
 * The values of one more call: bytes that a statement inserts and names that clients give are new ones (tokens and keys are unique), ids that an earlier
 * statement returned are those that it returned this time. Everything else is sent as it was heard.
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
