import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkRooms } from './check-rooms.mjs'

/** What is said about a tree of these files. */
function saidAbout(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'sukoyaka-rooms-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return checkRooms(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const server = 'apps/server/src'
const good = {
  'packages/wire/src/care/habit.ts': "import { Object } from 'typebox'\nexport const goal = Object({})\n",
  [`${server}/database/db.ts`]: "import pg from 'pg'\nexport const pool = new pg.Pool()\n",
  [`${server}/domains/habit/tables.ts`]: "import { pgTable } from 'drizzle-orm/pg-core'\nexport const goals = pgTable('goals', {})\n",
  [`${server}/domains/habit/store.ts`]: "import { goals } from './tables.ts'\nexport const goalsOf = async (db: Db, reach: Reach) => db.select().from(goals)\n",
  [`${server}/domains/habit/routes.ts`]:
    "import { goal } from '@sukoyaka/wire/care/habit'\nimport { goalsOf } from './store.ts'\nexport const served = [goal, goalsOf]\n",
}

test('a newcomer who keeps the rules hears nothing', () => {
  expect(saidAbout(good)).toEqual([])
})

const planted: [string, string, string, RegExp][] = [
  ['the contract imports a rule', 'packages/wire/src/care/habit.ts', "import { age } from '@sukoyaka/rules/age'\n", /may not import @sukoyaka\/rules\/age/],
  ['a rule reads a file', 'packages/rules/src/age.ts', "import { readFileSync } from 'node:fs'\n", /may not import node:fs/],
  ['a rule looks at the clock', 'packages/rules/src/age.ts', 'export const year = () => new Date().getFullYear()\n', /neither clock nor chance/],
  ['the kit knows a domain', `${server}/http/serve.ts`, "import { goalsOf } from '../domains/habit/store.ts'\n", /may not import/],
  ['access asks a store', `${server}/access/gate.ts`, "import { goalsOf } from '../domains/habit/store.ts'\n", /may not import/],
  ['a table imports a store', `${server}/domains/message/tables.ts`, "import { goalsOf } from '../habit/store.ts'\n", /may not import/],
  ['a store speaks HTTP', `${server}/domains/message/store.ts`, "import fastify from 'fastify'\n", /may not import fastify/],
  ['a store imports a route', `${server}/domains/message/store.ts`, "import { served } from '../habit/routes.ts'\n", /may not import \.\.\/habit\/routes\.ts/],
  ['an action writes SQL with Drizzle', `${server}/domains/habit/actions/tick.ts`, "import { eq } from 'drizzle-orm'\n", /may not import drizzle-orm/],
  ['a route asks the database itself', `${server}/domains/habit/routes.ts`, "import { eq } from 'drizzle-orm'\n", /may not import drizzle-orm/],
  [
    'a route asks the store of another domain',
    `${server}/domains/message/routes.ts`,
    "import { goalsOf } from '../habit/store.ts'\n",
    /may not import \.\.\/habit\/store\.ts/,
  ],
  [
    'SQL is written outside a store',
    `${server}/domains/habit/actions/tick.ts`,
    "export const tick = (db: Db) => db.execute('delete from goals')\n",
    /SQL is written in stores/,
  ],
  [
    'a query can be asked without a reach',
    `${server}/domains/habit/store.ts`,
    'export const allGoals = async (db: Db, user_id: number) => db.select()\n',
    /allGoals takes no reach/,
  ],
  ['a function that queries without a reach', `${server}/domains/habit/store.ts`, 'export async function removeGoal(db: Db) {}\n', /removeGoal takes no reach/],
  ['a web piece knows a domain', 'apps/web/src/ui/Card.tsx', "import { HabitGoals } from '../domains/habit/HabitGoals.tsx'\n", /may not import/],
  ['a web domain imports another', 'apps/web/src/domains/message/Room.tsx', "import { HabitGoals } from '../habit/HabitGoals.tsx'\n", /may not import/],
  ['the web imports the server', 'apps/web/src/pages/Summary.tsx', "import { pool } from '../../../server/src/database/db.ts'\n", /may not import/],
  ['a file is called utils', `${server}/domains/habit/utils.ts`, 'export const a = 1\n', /says nothing about what is in it/],
  ['a folder is called helpers', 'apps/web/src/helpers/dates.ts', 'export const a = 1\n', /says nothing about what is in it/],
  ['a file is too long to read', `${server}/domains/habit/long.ts`, '//\n'.repeat(301), /301 lines/],
  ['a barrel', 'packages/rules/src/all.ts', "export * from './age.ts'\n", /no barrels/],
  ['a default export', 'packages/rules/src/age.ts', 'export default 1\n', /named exports only/],
  ['a server file in capitals', `${server}/domains/habit/HabitGoal.ts`, 'export const a = 1\n', /in-small-letters/],
]

test.each(planted)('somebody hears of it when %s', (_what, path, text, said) => {
  const found = saidAbout({ ...good, [path]: text })
  expect(found.join('\n')).toMatch(said)
})

test('somebody hears of two files that import each other, but not of types that do', () => {
  const tail = { 'packages/rules/src/a.ts': "import { b } from './b.ts'\nexport const a = b\n" }
  expect(saidAbout({ ...tail, 'packages/rules/src/b.ts': "import { a } from './a.ts'\nexport const b = () => a\n" }).join()).toMatch(/a cycle/)
  expect(saidAbout({ ...tail, 'packages/rules/src/b.ts': "import type { A } from './a.ts'\nexport const b = 1\n" })).toEqual([])
})

test('a query about no patient is allowed when it says why', () => {
  const text = '// no patient: plans are for sale to everybody\nexport const plansOf = async (db: Db) => db.select()\n'
  expect(saidAbout({ ...good, [`${server}/contract/store.ts`]: text })).toEqual([])
})

test('migrations and phrases may be as long as they must', () => {
  expect(saidAbout({ 'packages/phrases/src/common.ts': '//\n'.repeat(400), 'apps/server/migrations/001_all.up.sql': '--\n'.repeat(400) })).toEqual([])
})
