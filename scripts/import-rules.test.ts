import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** A file, its import, and the rule that the import breaks; without a rule if valid. */
const imports: [file: string, target: string, rule?: string][] = [
  ['packages/wire/src/care/habit.ts', 'typebox'],
  ['packages/wire/src/care/goal.ts', 'packages/rules/src/age.ts', 'wire-pure'],
  ['packages/rules/src/age.ts', 'wanakana'],
  ['packages/rules/src/file.ts', 'node:fs', 'rules-pure'],
  ['packages/phrases/src/errors.ts', 'packages/rules/src/age.ts', 'phrases-pure'],
  ['apps/server/src/config/config.ts', 'apps/web/src/app/main.ts', 'server-not-web'],
  ['apps/server/src/errors/error.ts', 'apps/server/src/config/config.ts', 'server-layer-errors'],
  ['apps/server/src/config/late.ts', 'apps/server/src/database/db.ts', 'server-layer-config'],
  ['apps/server/src/database/db.ts', 'pg'],
  ['apps/server/src/database/late.ts', 'apps/server/src/context/context.ts', 'server-layer-database'],
  ['apps/server/src/context/context.ts', 'apps/server/src/jobs/jobs.ts', 'server-layer-context'],
  ['apps/server/src/realtime/events.ts', 'apps/server/src/http/serve.ts', 'server-layer-realtime-jobs-processes'],
  ['apps/server/src/jobs/jobs.ts', 'apps/server/src/database/db.ts'],
  ['apps/server/src/observability/log.ts', 'apps/server/src/http/serve.ts', 'server-layer-observability'],
  ['apps/server/src/access/rows.ts', 'apps/server/src/domains/habit/tables.ts', 'server-layer-access-mail-files-sandbox-stripe-google'],
  ['apps/server/src/documents/render.ts', 'apps/server/src/http/serve.ts', 'server-layer-documents'],
  ['apps/server/src/http/serve.ts', 'apps/server/src/access/open-scope.ts'],
  ['apps/server/src/http/late.ts', 'apps/server/src/domains/habit/store.ts', 'server-layer-http'],
  ['apps/server/src/domains/task/store.ts', 'apps/server/src/reference/load.ts', 'server-layer-domains'],
  ['apps/server/src/reference/load.ts', 'apps/server/src/app/build-app.ts', 'server-layer-reference'],
  ['apps/server/src/domains/account/store.ts', 'apps/server/src/domains/illness/store.ts', 'domain-level-people'],
  ['apps/server/src/domains/illness/store.ts', 'apps/server/src/domains/habit/store.ts', 'domain-level-record'],
  ['apps/server/src/domains/habit/store.ts', 'apps/server/src/domains/today/store.ts', 'domain-level-care'],
  ['apps/server/src/domains/today/store.ts', 'apps/server/src/domains/account/tables.ts'],
  ['apps/server/src/domains/message/tables.ts', 'apps/server/src/domains/task/store.ts', 'tables-import-tables'],
  ['apps/server/src/domains/message/store.ts', 'fastify', 'stores-without-http'],
  ['apps/server/src/domains/habit/actions/tick.ts', 'drizzle-orm', 'actions-without-sql'],
  ['apps/server/src/domains/habit/routes.ts', 'drizzle-orm', 'routes-without-sql'],
  ['apps/server/src/domains/message/routes.ts', 'apps/server/src/domains/task/store.ts', 'routes-of-one-domain'],
  ['apps/server/src/domains/habit/jobs.ts', 'apps/server/src/access/system-scope.ts'],
  ['apps/server/src/domains/karte/store.ts', 'apps/server/src/access/system-scope.ts', 'system-scope'],
  ['apps/server/src/domains/karte/actions/write.ts', 'apps/server/src/access/open-scope.ts', 'open-scope'],
  ['apps/server/src/domains/task/words.ts', 'fastify', 'domains-without-fastify'],
  ['apps/server/test/contract/server.ts', 'apps/server/test/process.ts'],
  ['apps/server/test/contract/calls/call.ts', 'packages/wire/src/care/habit.ts', 'contract-black-box'],
  ['apps/web/src/api/api.ts', 'apps/server/src/database/db.ts', 'web-not-server'],
  ['apps/web/src/api/file.ts', 'node:fs', 'web-without-node'],
  ['apps/web/src/ui/Card.tsx', 'apps/web/src/domains/habit/Goals.tsx', 'web-infrastructure'],
  ['apps/web/src/domains/habit/Goals.tsx', 'apps/web/src/pages/Summary.tsx', 'web-domains-below-pages'],
  ['apps/web/src/domains/message/Room.tsx', 'apps/web/src/domains/habit/Row.tsx', 'web-domains-apart'],
  ['apps/web/src/domains/message/slot.ts', 'apps/web/src/domains/patient/chat-slot.ts'],
  ['apps/web/src/domains/habit/slot.ts', 'apps/web/src/domains/patient/chat-slot.ts', 'web-export-message-patient-chat-slot-ts'],
  ['apps/server/src/mail/one.ts', 'apps/server/src/mail/two.ts', 'no-circular'],
  ['apps/server/src/mail/two.ts', 'apps/server/src/mail/one.ts'],
]
const libraries = ['typebox', 'wanakana', 'pg', 'fastify', 'drizzle-orm']

const write = (folder: string, path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

test('each import rule reports its injected violation, and nothing else is reported', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sukoyaka-imports-'))
  try {
    for (const name of libraries) {
      write(folder, `node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
      write(folder, `node_modules/${name}/index.js`, 'export const a = 1\n')
    }
    write(folder, 'package.json', JSON.stringify({ name: 'injected', dependencies: Object.fromEntries(libraries.map((name) => [name, '1.0.0'])) }))
    const isFile = (target: string) => target.startsWith('apps/') || target.startsWith('packages/')
    for (const [, target] of imports) if (isFile(target)) write(folder, target, 'export const a = 1\n')
    for (const [file, target] of imports) {
      const relative = posix.relative(posix.dirname(file), target)
      const specifier = !isFile(target) ? target : relative.startsWith('.') ? relative : `./${relative}`
      write(folder, file, `import { a } from '${specifier}'\nexport const b = a\n`)
    }
    const cruise = join(root, 'node_modules/.bin/depcruise')
    const args = ['--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', 'apps', 'packages']
    const output = execFileSync(cruise, args, { cwd: folder, maxBuffer: 1e9, encoding: 'utf8' })
    const { violations } = (JSON.parse(output) as { summary: { violations: { from: string; rule: { name: string } }[] } }).summary
    const injected = imports.flatMap(([file, , rule]) => (rule ? [`${file} ${rule}`] : []))
    expect(violations.map(({ from, rule }) => `${from} ${rule.name}`).sort()).toEqual(injected.sort())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('every rule has an injected violation', async () => {
  const { default: config } = (await import('../.dependency-cruiser.mjs')) as { default: { forbidden: { name: string }[] } }
  const injected = new Set(imports.map(([, , rule]) => rule))
  // one rule for a web export stands for all of them
  const rules = config.forbidden.map(({ name }) => name).filter((name) => !name.startsWith('web-export-'))
  expect(rules.filter((name) => !injected.has(name))).toEqual([])
})
