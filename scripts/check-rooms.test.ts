import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkRooms } from './check-rooms.mjs'

/** Findings for a tree of these files. */
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
  [`${server}/access/system-scope.ts`]: 'export const systemScope = 1\n',
  [`${server}/access/open-scope.ts`]: 'export const openScope = 1\n',
  [`${server}/domains/habit/jobs.ts`]: "import { systemScope } from '../../access/system-scope.ts'\nexport const jobs = [systemScope]\n",
  [`${server}/domains/habit/tables.ts`]:
    "import { patientTable } from '../../access/patient-table.ts'\nexport const goals = patientTable('habit_goals', {}, 'user_id')\n",
  [`${server}/domains/habit/store.ts`]:
    "import { goals } from './tables.ts'\nexport const goalsOf = async (scope: PatientScope) => scope.db.select().from(scope.rows(goals))\n",
  [`${server}/domains/habit/routes.ts`]:
    "import { goal } from '@sukoyaka/wire/care/habit'\nimport { goalsOf } from './store.ts'\nexport const served = [goal, goalsOf]\n",
}

test('reports nothing for valid files', () => {
  expect(saidAbout(good)).toEqual([])
})

const planted: [string, string, string, RegExp][] = [
  ['the contract imports a rule', 'packages/wire/src/care/habit.ts', "import { age } from '@sukoyaka/rules/age'\n", /may not import @sukoyaka\/rules\/age/],
  ['a rule reads a file', 'packages/rules/src/age.ts', "import { readFileSync } from 'node:fs'\n", /may not import node:fs/],
  ['a rule reads the clock', 'packages/rules/src/age.ts', 'export const year = () => new Date().getFullYear()\n', /must not use the clock or random numbers/],
  ['infrastructure imports a domain', `${server}/http/serve.ts`, "import { goalsOf } from '../domains/habit/store.ts'\n", /may not import/],
  ['access imports a store', `${server}/access/gate.ts`, "import { goalsOf } from '../domains/habit/store.ts'\n", /may not import/],
  ['a table imports a store', `${server}/domains/message/tables.ts`, "import { goalsOf } from '../habit/store.ts'\n", /may not import/],
  ['a store imports Fastify', `${server}/domains/message/store.ts`, "import fastify from 'fastify'\n", /may not import fastify/],
  ['a store imports a route', `${server}/domains/message/store.ts`, "import { served } from '../habit/routes.ts'\n", /may not import \.\.\/habit\/routes\.ts/],
  ['an action imports Drizzle', `${server}/domains/habit/actions/tick.ts`, "import { eq } from 'drizzle-orm'\n", /may not import drizzle-orm/],
  ['a route imports Drizzle', `${server}/domains/habit/routes.ts`, "import { eq } from 'drizzle-orm'\n", /may not import drizzle-orm/],
  [
    'a route imports the store of another domain',
    `${server}/domains/message/routes.ts`,
    "import { goalsOf } from '../habit/store.ts'\n",
    /may not import \.\.\/habit\/store\.ts/,
  ],
  [
    'SQL is outside a store',
    `${server}/domains/habit/actions/tick.ts`,
    "export const tick = (db: Db) => db.execute('delete from goals')\n",
    /SQL belongs in stores/,
  ],
  [
    'SQL names a patient table by hand',
    `${server}/domains/habit/store.ts`,
    'export const all = (db: Db) => db.execute(sql`select * from habit_goals g`)\n',
    /SQL names habit_goals by hand/,
  ],
  [
    'a store opens the unrestricted scope',
    `${server}/domains/habit/store.ts`,
    "import { systemScope } from '../../access/system-scope.ts'\n",
    /may not import \.\.\/\.\.\/access\/system-scope\.ts/,
  ],
  [
    'a route opens the unrestricted scope',
    `${server}/domains/habit/routes.ts`,
    "import { systemScope } from '../../access/system-scope.ts'\n",
    /may not import \.\.\/\.\.\/access\/system-scope\.ts/,
  ],
  [
    'an action opens the scope of a call',
    `${server}/domains/habit/actions/tick.ts`,
    "import { openScope } from '../../../access/open-scope.ts'\n",
    /may not import \.\.\/\.\.\/\.\.\/access\/open-scope\.ts/,
  ],
  ['a UI component imports a domain', 'apps/web/src/ui/Card.tsx', "import { HabitGoals } from '../domains/habit/HabitGoals.tsx'\n", /may not import/],
  ['a web domain imports another', 'apps/web/src/domains/message/Room.tsx', "import { HabitGoals } from '../habit/HabitGoals.tsx'\n", /may not import/],
  ['the web imports the server', 'apps/web/src/pages/Summary.tsx', "import { pool } from '../../../server/src/database/db.ts'\n", /may not import/],
  ['a file is called utils', `${server}/domains/habit/utils.ts`, 'export const a = 1\n', /does not describe the content/],
  ['a folder is called helpers', 'apps/web/src/helpers/dates.ts', 'export const a = 1\n', /does not describe the content/],
  ['a file is too long', `${server}/domains/habit/long.ts`, '//\n'.repeat(301), /301 lines/],
  ['a file re-exports everything', 'packages/rules/src/all.ts', "export * from './age.ts'\n", /no re-exports/],
  ['a file has a default export', 'packages/rules/src/age.ts', 'export default 1\n', /named exports only/],
  ['a server file is named in capitals', `${server}/domains/habit/HabitGoal.ts`, 'export const a = 1\n', /in kebab-case/],
]

test.each(planted)('reports when %s', (_what, path, text, said) => {
  const found = saidAbout({ ...good, [path]: text })
  expect(found.join('\n')).toMatch(said)
})

test('reports an import cycle, but not one of types', () => {
  const tail = { 'packages/rules/src/a.ts': "import { b } from './b.ts'\nexport const a = b\n" }
  expect(saidAbout({ ...tail, 'packages/rules/src/b.ts': "import { a } from './a.ts'\nexport const b = () => a\n" }).join()).toMatch(/import cycle/)
  expect(saidAbout({ ...tail, 'packages/rules/src/b.ts': "import type { A } from './a.ts'\nexport const b = 1\n" })).toEqual([])
})

test('allows a query without patients if a comment gives the reason', () => {
  const text = '// no patient: plans are for sale to everybody\nexport const plansOf = async (db: Db) => db.select()\n'
  expect(saidAbout({ ...good, [`${server}/contract/store.ts`]: text })).toEqual([])
})

test('exempts migrations and translations from the length limit', () => {
  expect(saidAbout({ 'packages/phrases/src/common.ts': '//\n'.repeat(400), 'apps/server/migrations/001_all.up.sql': '--\n'.repeat(400) })).toEqual([])
})
