import { isSessionCheck } from '../../apps/server/test/statements.ts'
import type { RecordedStatement, Script } from '../script.ts'

/** A statement whose values are those of the recorded request. */
export type Derived = { text: string; values: unknown[] }

const isRead = ({ text }: RecordedStatement) =>
  !isSessionCheck({ text }) && /^\s*(select|with)\b/i.test(text) && !/\b(insert into|update|delete from|for update|set_config)\b/i.test(text)

/**
 * The ideal of a GET call without a hand-written ideal: one statement that returns, as JSON, the rows of all statements with which the call reads. It leaves
 * out the session check, and writes such as those to the audit log. Its SQL is ours, so it shows what the server costs besides its statements, but not whether
 * these could be better. Undefined if the call reads nothing.
 */
export const deriveIdeal = (recorded: RecordedStatement[]): Derived | undefined => {
  const reads = [...new Map(recorded.filter(isRead).map((statement) => [JSON.stringify([statement.text, statement.values]), statement])).values()]
  if (!reads.length) return undefined
  const values: unknown[] = []
  const parts = reads.map(({ text, values: own }) => {
    const offset = values.length
    values.push(...own)
    const renumbered = text.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + offset}`)
    return `(select coalesce(json_agg(row_to_json(t)), '[]') from (${renumbered.replace(/;\s*$/, '')}) t)`
  })
  return { text: `select json_build_array(${parts.join(', ')})`, values }
}

/** The statements of a write, and its answer. */
export type DerivedWrite = { statements: Script['steps'][number]; status: number; answer: string }

/**
 * The ideal of a write without a hand-written ideal: the statements of the call, except the session check, sent at once without waiting between them. Keys and
 * tokens are new each time; where a statement contains the id of a row that the call adds, it is the recorded id.
 */
export const deriveWrite = (recorded: RecordedStatement[], { status, text: answer }: { status: number; text: string }): DerivedWrite => ({
  statements: recorded
    .filter((statement) => !isSessionCheck(statement))
    .toSorted((a, b) => a.startedAt - b.startedAt)
    .map(({ text, values }) => ({ text, values, returned: [] })),
  status,
  answer,
})
