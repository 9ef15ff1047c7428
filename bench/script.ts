import { randomBytes, randomUUID } from 'node:crypto'
import type { Statement } from '../apps/server/test/statements.ts'

export type RecordedStatement = Omit<Statement, 'application'>
/** The statements of one call: steps run in sequence, the statements of a step concurrently. `result`: index of the statement whose rows are the answer. */
export type Script = { steps: { text: string; values: unknown[]; returned: unknown[] }[][]; result: number }

/** JSON that supports Buffers; undefined becomes null. */
export const serialize = (value: unknown) =>
  JSON.stringify(value, (_, item) => (item?.type === 'Buffer' ? { $bytes: Buffer.from(item.data).toString('base64') } : item === undefined ? null : item))
export const deserialize = (text: string) => JSON.parse(text, (_, item) => (typeof item?.$bytes === 'string' ? Buffer.from(item.$bytes, 'base64') : item))

/** Groups statements that were in flight at the same time into one step. Throws if none matches `result`. */
export const scriptOf = (statements: RecordedStatement[], result: RegExp): Script => {
  const steps: RecordedStatement[][] = []
  for (const statement of statements.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const step = steps.at(-1)
    if (step?.some((other) => statement.startedAt < other.endedAt)) step.push(statement)
    else steps.push([statement])
  }
  const flat = steps.flat()
  const resultIndex = flat.findIndex(({ text }) => result.test(text))
  if (resultIndex < 0) throw new Error(`none of ${flat.length} statements matches ${result}: ${flat.map(({ text }) => text.slice(0, 80)).join(' | ')}`)
  return {
    result: resultIndex,
    steps: steps.map((step) =>
      step.map(({ text, values, rows }) => ({ text, values, returned: / returning /.test(text) ? rows.flatMap((row) => Object.values(row)) : [] })),
    ),
  }
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/**
 * Replaces recorded values when the statements run again: by new random bytes and UUIDs, because tokens and keys are unique, and by the ids that the
 * earlier statements return this time. Other values stay as recorded.
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
    learn: (recorded: unknown[], actual: unknown[]) => {
      for (const [i, value] of recorded.entries()) if (typeof value === 'number') replaced.set(value, actual[i])
    },
  }
}
