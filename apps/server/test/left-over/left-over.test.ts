import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processesUsing } from '../../trials/startup.ts'
import { onFileEnd } from '../clean-up.ts'
import { untilEnded, waitForLine } from '../process.ts'
import { msUntil } from '../wait-until.ts'

const root = join(import.meta.dirname, '../../../..')

/** Runs a fixture in a vitest of its own, with all its data in one folder. */
const run = (fixture: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'sukoyaka-left-'))
  // PostgreSQL does not run as root: its user needs execute permission on the parent folder
  chmodSync(folder, 0o711)
  onFileEnd(() => rmSync(folder, { recursive: true, force: true }))
  const args = ['run', '--config', 'apps/server/test/left-over/vitest.config.ts', '--root', '.', fixture]
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, TMPDIR: folder, CI: 'true' },
  })
  onFileEnd(() => child.kill('SIGKILL'))
  return { child, folder }
}

test('a set-up that fails half-way leaves no process and no data folder', async () => {
  const { child, folder } = run('fails.fixture')
  const output: string[] = []
  await expect(waitForLine(child, () => undefined, output)).rejects.toThrow('ended with 1')
  expect(output.join('\n')).toMatch(/everything is started[\s\S]*thrown on purpose/)
  // the workers of vitest may still be ending
  expect(await msUntil(() => processesUsing(folder).length === 0)).toBeDefined()
  expect(readdirSync(folder).filter((name) => name.startsWith('sukoyaka-data-'))).toEqual([])
})

test('a killed run leaves no process', async () => {
  const { child, folder } = run('hangs.fixture')
  await waitForLine(child, (line) => line.includes('everything is started') || undefined)
  // the server, the processes of its PostgreSQL and those of the separate PostgreSQL
  expect(processesUsing(folder).length).toBeGreaterThan(3)
  child.kill('SIGKILL')
  await untilEnded(child)
  expect(await msUntil(() => processesUsing(folder).length === 0)).toBeDefined()
})
