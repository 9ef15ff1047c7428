import { getCheckupQuota, listWaitlist, previewBookingNotice } from '@sukoyaka/wire/record/booking'
import { listTestCategories, listTestPackages } from '@sukoyaka/wire/record/checkup'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { network, reply, sent, setUpNetwork } from '../../../../test/network.ts'
import { show } from '../../../../test/show.tsx'
import { TestPackagesCard } from '../TestPackagesCard.tsx'

const Field = () => null
setUpNetwork()

test('previews the mail that is sent for a checkup elsewhere, whose day is fixed', async () => {
  network.use(
    ...[listTestPackages, listTestCategories, listWaitlist].map((endpoint) => reply(endpoint, { items: [] })),
    reply(getCheckupQuota, { user_id: 1, contract_id: 1, items: [] }),
    reply(previewBookingNotice, ({ change }) => ({ subject: change, text: '' })),
  )
  const card = <TestPackagesCard user_id={1} WithDirectory={({ children }) => children({ facilities: [], Field })} allergy={null} />
  const { user, press } = show('concierge', card)
  await press('検査を作成')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /一般/ }))
  await user.type(dialog.getByRole('textbox', { name: /受診日/ }), '2026.12.10{Tab}')
  await user.click(dialog.getByText('送信されるメールを確認'))
  expect(await dialog.findByText('fixed')).toBeTruthy()
  expect(sent(previewBookingNotice)).toEqual([{ user_id: 1, change: 'fixed', tested_at: '2026-12-10T00:00:00.000Z' }])
})
