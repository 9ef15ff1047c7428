// node_modules/.bin/node bench/questionnaire.ts: measures the time to report one wrong answer in a full questionnaire, for the rule alone and for the API call.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { openDatabase } from '../apps/server/src/database/db.ts'
import { addSession } from '../apps/server/src/domains/account/session-store.ts'
import { problemsOf, type Question } from '../packages/rules/src/record/questionnaire.ts'
import { load } from './kit/load.ts'
import { startBuilt } from './processes.ts'
import { addDatabase, openFolder, openPostgres } from './setup.ts'

const rounds = 2_000
const itemsOf = (name: string) =>
  (JSON.parse(readFileSync(new URL(`../apps/server/reference-data/${name}.json`, import.meta.url), 'utf8')) as { items: Question[] }).items

const questions = {
  symptoms: new Map(itemsOf('symptom_categories').map((question) => [question.name, question])),
  lifestyles: new Map(
    itemsOf('lifestyle_categories')
      .filter(({ line_chart }) => !line_chart)
      .map((question) => [question.name, question]),
  ),
}
const answersTo = (questionsByName: ReadonlyMap<string, Question>) =>
  [...questionsByName.values()].map(({ name, options, range }) => ({ name, value: options?.[0]?.value ?? range?.min ?? 0 }))
const answers = { symptoms: [...answersTo(questions.symptoms), { name: 'headache', value: 9 }], lifestyles: answersTo(questions.lifestyles) }

const figuresOf = (durations: number[]) => {
  const sorted = durations.toSorted((a, b) => a - b)
  const part = (quantile: number) => sorted[Math.floor((sorted.length - 1) * quantile)]!.toFixed(3)
  return `median ${part(0.5)} ms, p99 ${part(0.99)} ms, max ${part(1)} ms (limit 5 ms)`
}
const count = answers.symptoms.length + answers.lifestyles.length

const runMs: number[] = []
for (let at = 0; at < rounds; at++) {
  const startedAt = performance.now()
  if (!Object.keys(problemsOf(answers, questions, 'female')).length) throw new Error('the wrong answer was not reported')
  runMs.push(performance.now() - startedAt)
}
console.log(`${count} answers validated: ${figuresOf(runMs)}`)

const { folder, remove } = openFolder()
const closers: (() => Promise<unknown>)[] = []
try {
  const postgres = await openPostgres(folder)
  closers.push(postgres.stop)
  const { url, drop } = await addDatabase(postgres, folder, 100, 0)
  closers.push(drop)
  const { db, pool, close } = openDatabase({ connectionString: url }, { max: 1, role: null })
  const { rows } = await pool.query(`select id, email, role from users where role = 'patient' order by id limit 1`)
  const token = await addSession(db, rows[0], randomBytes)
  await close()
  const server = await startBuilt({ DATABASE_URL: url, DATA_DIR: folder, PORT: '0', DEMO: 'off', LOG_LEVEL: 'warn' })
  closers.push(server.end)
  const body = JSON.stringify({ user_id: rows[0].id, ...answers })
  const head = `host: localhost\r\nauthorization: Token token="${token}", email="${rows[0].email}"\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`
  const buildRequest = () => `POST /api/medical_questionnaire_answers HTTP/1.1\r\n${head}\r\n\r\n${body}`
  const runLoad = (ms: number) => load(server.url, [buildRequest], { connections: 1, ms, status: 422 })
  // the first round is a warm-up
  await runLoad(1_000)
  console.log(`${count} answers rejected by the API: ${figuresOf((await runLoad(4_000)).latencies)}`)
} finally {
  for (const end of closers.reverse()) await end()
  remove()
}
