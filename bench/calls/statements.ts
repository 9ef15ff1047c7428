import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { deserialize, type RecordedStatement } from '../script.ts'
import { type Request, send } from './requests.ts'

export type Counted = { statements: number; rows: number; bytes: number }
type Recorded = { counted: Counted; recorded: RecordedStatement[]; answer: { status: number; text: string } }

/** Statements that the server sends after its answer, such as those of the audit log, are recorded within this time. */
const afterAnswerMs = 15

const recordedIn = (file: string): RecordedStatement[] => {
  const text = readFileSync(file, 'utf8').trim()
  return text ? text.split('\n').map(deserialize) : []
}

/**
 * Sends a request twice, and counts its statements (`begin` and `commit` included), their rows and the bytes of the answer. Returns the try with fewer
 * statements, because the first one fills caches, and periodic work of the server may add statements to either.
 */
export const count = async (url: string, file: string, request: Request): Promise<Recorded> => {
  const tries: Recorded[] = []
  for (let time = 0; time < 2; time++) {
    writeFileSync(file, '')
    const { status, text } = await send(url, request)
    if (status !== request.status) throw new Error(`status ${status} instead of ${request.status}: ${text}`)
    await sleep(afterAnswerMs)
    const recorded = recordedIn(file)
    const rows = recorded.reduce((sum, statement) => sum + statement.rows.length, 0)
    tries.push({ recorded, answer: { status, text }, counted: { statements: recorded.length, rows, bytes: Buffer.byteLength(text) } })
  }
  return tries.toSorted((a, b) => a.counted.statements - b.counted.statements || a.counted.rows - b.counted.rows)[0]!
}
