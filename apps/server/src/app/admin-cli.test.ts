import { beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { makeDataDir, runScript, startServer } from '../../test/process.ts'

let url: string
let folder: string
beforeAll(async () => {
  url = await freshDatabase()
  folder = makeDataDir().folder
})

/** Runs the command as `npm run admin` does; resolves with its exit code and output. */
const run = (...args: string[]) => runOn(url, ...args)
const runOn = (DATABASE_URL: string, ...args: string[]) => runWith({ DATABASE_URL }, ...args)
const runWith = (env: Record<string, string>, ...args: string[]) =>
  runScript('admin-cli.ts', folder, { PUBLIC_URL: 'https://kenkou.example.jp', ...env }, ...args)
const tokenIn = (output: string) => /https:\/\/kenkou\.example\.jp\/activate\/(\S+)/.exec(output)?.[1]

test('creates the first administrator, who registers with the printed link; each new link invalidates the previous one', async () => {
  const first = tokenIn((await run('create', 'kanri@kenkou.example.jp')).output)
  const { code, output } = await run('create', 'kanri@kenkou.example.jp')
  const token = tokenIn(output)
  expect({ code, isNew: token !== undefined && token !== first }).toEqual({ code: 0, isNew: true })
  const server = await startServer(folder, { DATABASE_URL: url, DEMO: 'off' })
  const call = async (path: string, body?: object) => {
    const response = await fetch(server.url + path, body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as { id?: number } }
  }
  expect((await call(`/api/users/activations/${first}`)).status).toBe(404)
  expect(await call(`/api/users/activations/${token}`)).toMatchObject({ status: 200, body: { role: 'admin', email: 'kanri@kenkou.example.jp' } })
  const policyOf = async (kind: string) => (await call(`/api/${kind}_policies/current`)).body.id
  const activation = {
    token,
    password: 'ashita-wa-hareru-7ji',
    last_name: '管理',
    first_name: '花子',
    privacy_policy_id: await policyOf('privacy'),
    usage_policy_id: await policyOf('usage'),
  }
  expect(await call('/api/users/activations', activation)).toMatchObject({ status: 201, body: { role: 'admin', last_name: '管理' } })
  await server.end()
  expect(await run('create', 'kanri@kenkou.example.jp')).toMatchObject({ code: 1, output: expect.stringContaining('is registered already') })
})

test('with another secret key the server does not start, until the change is confirmed', async () => {
  const env = { DATABASE_URL: url, SECRET_KEY: 'another key than the one of the tests above' }
  const refused = startServer(folder, env)
  await expect(refused).rejects.toThrow(/ended with 1: .*The secret key is not the one of this database: [^\n]*change-secret"$/s)
  expect(await run('change-secret', 'now')).toMatchObject({ code: 1 })
  const { code, output } = await runWith(env, 'change-secret')
  expect([code, output]).toEqual([0, expect.stringMatching(/^The configured secret key is used from now on/)])
  await (await startServer(folder, env)).end()
  expect(await run('create', 'third@kenkou.example.jp')).toEqual({
    code: 1,
    output: expect.stringMatching(/^The secret key is not the one of this database: .*\n$/),
  })
  expect((await run('change-secret')).code).toBe(0)
})

test('prints one line and ends with 1 for a wrong command, an invalid address and an unknown option', async () => {
  expect(await run('delete', 'kanri@kenkou.example.jp')).toEqual({
    code: 1,
    output: 'Usage: npm run admin -- create <email>, or npm run admin -- change-secret\n',
  })
  expect(await run('create', 'kanri')).toEqual({ code: 1, output: 'kanri is not an e-mail address\n' })
  const unknown = await run('create', '--bogus', 'kanri@kenkou.example.jp')
  expect([unknown.code, unknown.output]).toEqual([1, expect.stringMatching(/^Unknown option '--bogus'.*\n$/)])
})

test('prints one line and ends with 1 if the database cannot be used', async () => {
  const missing = new URL(url)
  missing.pathname = '/nowhere'
  const { code, output } = await runOn(String(missing), 'create', 'kanri@kenkou.example.jp')
  expect([code, output]).toEqual([1, expect.stringMatching(/^DATABASE_URL cannot be used: .*"nowhere".*\n$/)])
})
