// Preloaded into a server: records its statements with their values in the file BENCH_STATEMENTS.
import { appendFileSync } from 'node:fs'
import { recordStatements } from '../apps/server/test/statements.ts'
import { serialize } from './script.ts'

const file = process.env.BENCH_STATEMENTS
if (file)
  recordStatements(({ application, ...statement }) => {
    if (application === 'sukoyaka') appendFileSync(file, `${serialize(statement)}\n`)
  })
