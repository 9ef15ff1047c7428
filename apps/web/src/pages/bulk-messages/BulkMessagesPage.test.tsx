import { listBulkMessages, previewBulkMessage } from '@sukoyaka/wire/boards/bulk-message'
import { listCannedReplies } from '@sukoyaka/wire/care/canned-reply'
import { listUsers } from '@sukoyaka/wire/people/account'
import { listPlans } from '@sukoyaka/wire/people/contract'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { screen, within } from '@testing-library/react'
import { Link, Route, Routes, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { paged } from '../../test/data/paged.ts'
import { network, reply, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { BulkMessagesPage } from './BulkMessagesPage.tsx'

setUpNetwork()

const patients = [
  { id: 7, name: '佐伯 恵子' },
  { id: 8, name: '森 次郎' },
]

const Write = () => (
  <Link to="/messages/bulk" state={{ patients }}>
    Write
  </Link>
)

function Back() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back
    </button>
  )
}

test('recipients that were removed from a given list stay removed when the user comes back to the page', async () => {
  network.use(
    reply(listBulkMessages, paged([])),
    reply(listCannedReplies, { items: [] }),
    reply(listPlans, { items: [] }),
    reply(listUsers, paged([])),
    reply(listPatients, paged([])),
    reply(previewBulkMessage, { ...paged([]), left_out: [], left_out_count: 0, is_too_many: false, unknown_placeholders: [] }),
  )
  const { user, press } = show(
    'nurse',
    <>
      <Link to="/7/summary">Record</Link>
      <Routes>
        <Route path="/" element={<Write />} />
        <Route path="/messages/bulk" element={<BulkMessagesPage />} />
        <Route path="*" element={<Back />} />
      </Routes>
    </>,
  )
  const names = async () =>
    within(await screen.findByRole('list', { name: '患者を追加' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  await user.click(screen.getByText('Write'))
  expect(await names()).toEqual(['佐伯 恵子', '森 次郎'])
  await press('森 次郎を外す')
  await user.click(screen.getByText('Record'))
  await press('Back')
  expect(await names()).toEqual(['佐伯 恵子'])
})
