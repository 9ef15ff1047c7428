import { type FailedJob, getSystem, listFailedJobs } from '@sukoyaka/wire/boards/admin/system'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stopTimers } from '../../../test/fake-timers.ts'
import { network, reply, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { SystemPage } from './SystemPage.tsx'

setUpNetwork()

const at = '2026-11-21T00:00:00.000Z'
const job: FailedJob = { id: '5c7d1d5e-8f0e-4c0b-9d6e-0f4f0f1f2f3f', queue: 'tell_interview', reason: 'busy', tries: 3, created_at: at, failed_at: at }

test('a job that fails while the page is open appears in the list with the next update', async () => {
  let items: FailedJob[] = []
  network.use(
    reply(listFailedJobs, () => ({ items })),
    reply(getSystem, () => ({
      ...{ at, version: '1', node: '24', started_at: at, integrations: [], regular_jobs: [] },
      database: { version: '18', bytes: 1, connections: 1, max_connections: 10, migrations: 1 },
      queue: { waiting: 0, running: 0, planned: 0, failed: items.length, oldest_waiting_at: null },
      storage: { free_bytes: 1, total_bytes: 1, file_bytes: 1 },
    })),
  )
  const { advance } = stopTimers()
  show('admin', <SystemPage />)
  await screen.findByText('失敗した処理はありません')
  items = [job]
  await advance(10_000)
  expect(await screen.findByText('tell_interview')).toBeTruthy()
})
