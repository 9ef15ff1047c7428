import { listAuditLogs } from '@sukoyaka/wire/boards/audit'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { AuditPage } from './AuditPage.tsx'

setUpNetwork()

test('each visit of the page reads the newest entries', async () => {
  network.use(reply(listAuditLogs, { items: [], next_before: null }))
  const { store, unmount, findByText } = show('admin', <AuditPage />)
  await findByText('該当する記録はありません')
  unmount()
  show('admin', <AuditPage />, { store })
  await waitFor(() => expect(sent(listAuditLogs)).toHaveLength(2))
})
