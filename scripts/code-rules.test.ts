import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkCode } from './code-rules.mjs'

/** Findings for a tree of these files. */
const findingsIn = (files: Record<string, string>): string[] => {
  const root = mkdtempSync(join(tmpdir(), 'sukoyaka-rules-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return checkCode(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const habit = 'apps/server/src/domains/habit'
const valid = {
  [`${habit}/tables.ts`]: "export const goals = patientTable('habit_goals', {}, 'user_id')\n",
  [`${habit}/store.ts`]: '// the rows come from habit_goals\nexport const goalsOf = patientQuery(({ db, rows }) => db.select().from(rows(goals)))\n',
  'packages/rules/src/age.ts': '// the library types no callback\nexport const age = (born: unknown) => born as never\n',
  'docs/decisions/001-one.md': '# 001 One\n\nStatus: superseded by 002\n',
  'docs/decisions/002-two.md': '# 002 Two\n\nStatus: accepted\n',
}

test('reports nothing for valid files', () => {
  expect(findingsIn(valid)).toEqual([])
})

test.each<[string, string, string, RegExp]>([
  ['a rule reads the clock', 'packages/rules/src/age.ts', 'export const year = () => new Date().getFullYear()\n', /must not use the clock or random numbers/],
  ['SQL is outside a store', `${habit}/actions/tick.ts`, "export const tick = (db: Db) => db.execute('delete from goals')\n", /SQL belongs in stores/],
  ['SQL names a patient table by hand', `${habit}/store.ts`, 'export const all = sql`select * from habit_goals g`\n', /SQL names habit_goals by hand/],
  ['a cast has no reason', `${habit}/store.ts`, 'export const a = 1 as never\n', /store\.ts:1: give the reason of the cast/],
  [
    'a read is built on every call',
    `${habit}/store.ts`,
    'export const goalsOf = (scope) => scope.db.select().from(scope.rows(goals))\n',
    /store\.ts:1: prepare the read/,
  ],
  [
    'a SQL template that reads is built on every call',
    `${habit}/store.ts`,
    'export const one = (db: Db) =>\n  db.execute(sql`select 1`)\n',
    /store\.ts:2: prepare the read/,
  ],
  ['a file is called utils', `${habit}/utils.ts`, 'export const a = 1\n', /does not describe the content/],
  ['a folder is called helpers', 'apps/web/src/helpers/dates.ts', 'export const a = 1\n', /does not describe the content/],
  ['a file is too long', `${habit}/long.ts`, '//\n'.repeat(301), /301 lines/],
  ['a file re-exports another', 'packages/rules/src/all.ts', "export * from './age.ts'\n", /no re-exports/],
  ['a file re-exports a name', 'packages/rules/src/all.ts', "import { ageOn } from './age.ts'\n\nexport { ageOn }\n", /no re-exports/],
  ['a test waits for a second', `${habit}/store.test.ts`, 'await vi.waitFor(() => undefined)\n', /use expect.poll/],
  ['a file has a default export', 'packages/rules/src/age.ts', 'export default 1\n', /named exports only/],
  ['a server file is named in capitals', `${habit}/HabitGoal.ts`, 'export const a = 1\n', /in kebab-case/],
  [
    'a component uses a class that its CSS module does not define',
    'apps/web/src/Card.tsx',
    "import classes from './Card.module.css'\n\nexport const Card = () => <p className={classes.texts} />\n",
    /Card\.module\.css does not define \.texts/,
  ],
  ['a decision has no status', 'docs/decisions/003-three.md', '# 003 Three\n', /say "Status: accepted"/],
  ['a decision is superseded by one that does not exist', 'docs/decisions/001-one.md', 'Status: superseded by 009\n', /there is no decision 009/],
])('reports that %s', (_what, path, text, finding) => {
  expect(findingsIn({ ...valid, [path]: text }).join('\n')).toMatch(finding)
})

test.each<[string, string]>([
  [
    'with a reason',
    '// built per call: the search words vary\nexport const found = (scope, words) => scope.db.select().from(scope.rows(goals)).where(words)\n',
  ],
  ['as part of another query', 'const source = (source: PatientSource) => source.db.select().from(source.rows(goals))\n'],
  ['as a subquery of a change', 'export const end = (db: Db) => db.update(goals).set({}).where(inArray(goals.id, db.select().from(ids)))\n'],
])('accepts an unprepared read %s', (_what, text) => {
  expect(findingsIn({ ...valid, [`${habit}/store.ts`]: text })).toEqual([])
})

const functionOf = (lines: number) => `export const list = () => {\n  const inner = () => {\n${'    call()\n'.repeat(lines - 4)}  }\n}\n`

test('reports a function of more than 80 lines, nested functions included', () => {
  expect(findingsIn({ ...valid, [`${habit}/list.ts`]: functionOf(80) })).toEqual([])
  expect(findingsIn({ ...valid, [`${habit}/list.ts`]: functionOf(81) })).toEqual([`${habit}/list.ts:1: list has 81 lines, the max is 80`])
})

test('reports the eleventh cast, even with a reason', () => {
  const castsOf = (count: number) => Array.from({ length: count }, (_, at) => `// why\nexport const a${at} = value as never\n`).join('')
  expect(findingsIn({ [`${habit}/casts.ts`]: castsOf(10) })).toEqual([])
  expect(findingsIn({ [`${habit}/casts.ts`]: castsOf(11) }).join()).toMatch(/^11 casts that the compiler cannot check, the max is 10/)
})

test('reports a folder of more than 25 files', () => {
  const manyFiles = Object.fromEntries(Array.from({ length: 26 }, (_, i) => [`apps/web/src/ui/card-${i}.ts`, '']))
  expect(findingsIn(manyFiles)).toEqual(['apps/web/src/ui: 26 files, the max is 25'])
})
