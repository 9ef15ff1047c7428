// Preloaded into a server: records every statement with its values.
import { appendFileSync } from 'node:fs'
import { hearStatements } from '../apps/server/test/statements.ts'
import { pack } from './script.ts'

const file = process.env.BENCH_HEARD
if (file)
  hearStatements(({ application, ...statement }) => {
    if (application === 'sukoyaka') appendFileSync(file, `${pack(statement)}\n`)
  })
