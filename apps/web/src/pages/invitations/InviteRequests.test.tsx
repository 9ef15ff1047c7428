import { listSimilarPatients } from '@sukoyaka/wire/care/invitation'
import type { User } from '@sukoyaka/wire/people/account'
import { closeInviteRequest, inviteUser, listInviteRequests } from '@sukoyaka/wire/people/registration'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paged, pageOf } from '../../test/data/paged.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { InviteRequests } from './InviteRequests.tsx'

setUpNetwork()
beforeEach(() => network.use(reply(listSimilarPatients, { items: [] })))
const request = {
  id: 5,
  email: 'misao@example.com',
  name: '勅使河原　美佐緒',
  phone_number: '090-1111-2222',
  note: '会社の健診で知りました。',
  created_at: '2026-11-20T00:00:00Z',
}
const fieldValue = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value

test('the invitation of a requester has the name as they wrote it; afterwards the request disappears', async () => {
  network.use(reply(listInviteRequests, paged([request]), { once: true }), reply(listInviteRequests, paged([])), reply(inviteUser, {} as User))
  const { user, press } = show('admin', <InviteRequests />)
  await screen.findByText('会社の健診で知りました。')
  await press('勅使河原　美佐緒さんを招待する')
  await screen.findByRole('dialog', { name: /招待する/ })
  expect([fieldValue(/^姓/), fieldValue(/^名/), fieldValue(/^メールアドレス/)]).toEqual(['勅使河原', '美佐緒', 'misao@example.com'])
  await user.type(screen.getByLabelText('せい（ふりがな）'), 'てしがわら')
  await waitFor(() => expect(screen.getByRole('button', { name: '招待メールを送る' })).toHaveProperty('disabled', false))
  await press('招待メールを送る')
  await screen.findByText('招待メールを送りました')
  expect(sent(inviteUser)).toEqual([
    {
      ...{ request_id: 5, role: 'patient', language: 'ja', email: 'misao@example.com', phone_number: '090-1111-2222' },
      ...{ last_name: '勅使河原', first_name: '美佐緒', last_name_kana: 'てしがわら' },
    },
  ])
  await waitFor(() => expect(screen.queryByText('会社の健診で知りました。')).toBeNull())
})

test('an email address that is in use is an error at its field; nothing is sent while a name is missing', async () => {
  network.use(
    reply(listInviteRequests, paged([{ ...request, name: '美佐緒', phone_number: '', note: '' }])),
    reply(inviteUser, () => failure(422, 'email_taken', '', { email: ['taken'] })),
  )
  const { user, press } = show('admin', <InviteRequests />)
  await press('美佐緒さんを招待する')
  await screen.findByRole('dialog')
  await press('招待メールを送る')
  await screen.findByText('入力してください。')
  expect(sent(inviteUser)).toEqual([])
  await user.type(screen.getByLabelText(/^名/), '美佐緒')
  // similar patients are searched first
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '招待メールを送る' }).disabled).toBe(false))
  await press('招待メールを送る')
  await waitFor(() => expect(screen.getByLabelText(/^メールアドレス/).getAttribute('aria-invalid')).toBe('true'))
})

test('all requests can be paged through; one is closed after a question; a failed load is not the same as no requests', async () => {
  const rows = Array.from({ length: 26 }, (_, at) => ({ ...request, id: at + 1, name: `申込${at + 1}` }))
  const open = new Set(rows)
  network.use(
    reply(listInviteRequests, ({ page }) =>
      pageOf(
        [[...open].slice(0, 25), [...open].slice(25)].filter(({ length }) => length),
        page,
      ),
    ),
    reply(closeInviteRequest, ({ id }) => {
      open.delete(rows.find((row) => row.id === id)!)
      return null
    }),
  )
  const { press, unmount } = show('admin', <InviteRequests />)
  await screen.findByText('申込1')
  await press('次のページ')
  await press('申込26さんを招待しない')
  expect(sent(closeInviteRequest)).toEqual([])
  const dialog = await screen.findByRole('dialog', { name: '招待せずに申し込みを閉じる' })
  within(dialog).getByText(/本人には通知されません/)
  await press('申し込みを閉じる')
  await screen.findByText('申し込みを閉じました')
  await screen.findByText('申込1')
  expect(sent(closeInviteRequest)).toEqual([{ id: 26 }])
  expect(screen.queryByRole('button', { name: '申込26さんを招待する' })).toBeNull()
  unmount()
  network.use(reply(listInviteRequests, () => failure(500, 'internal', '')))
  show('admin', <InviteRequests />)
  await screen.findByText('招待の申し込みを読み込めませんでした')
})
