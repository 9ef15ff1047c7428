import { changeRegularDelivery, type RegularDelivery } from '@sukoyaka/wire/people/regular-delivery'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { RegularCard } from './RegularCard.tsx'

setUpNetwork()
const delivery: RegularDelivery = {
  id: 1,
  user_id: 1,
  every_months: 1,
  status: 'active',
  next_on: '2026-12-10',
  change_until: '2026-12-07',
  may_change_next: true,
  after_next_on: '2027-01-10',
  estimated_total: 2258,
  delivery_window: null,
  items: [{ product_id: 1, display_name: 'ビタミンD3', quantity: 1, price_with_tax: 1598 }],
  unsold_items: [{ product_id: 2, display_name: 'EAA', quantity: 2 }],
  recipient_name: '佐伯 恵子',
  phone_number: '',
  address: { zip: '107-0062', prefecture: '東京都', city: '港区', street: '南青山2-14-8', building: '' },
  problem: null,
  created_at: '2026-11-10T01:00:00Z',
  updated_at: '2026-11-10T01:00:00Z',
}

test('a regular delivery names the products that are no longer sold and left out, unless it was stopped', async () => {
  const { unmount } = show('patient', <RegularCard delivery={delivery} />)
  await screen.findByText('販売を終了したため、お届けしない商品')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['ビタミンD3 × 1', 'EAA × 2'])
  unmount()
  const { unsold_items, ...sentByOldServer } = delivery
  const old = show('patient', <RegularCard delivery={sentByOldServer as RegularDelivery} />)
  await screen.findByText('ビタミンD3 × 1')
  old.unmount()
  show('patient', <RegularCard delivery={{ ...delivery, status: 'stopped', next_on: null }} />)
  await screen.findByText('終了')
  expect(screen.queryByText('販売を終了したため、お届けしない商品')).toBeNull()
})

test('a regular delivery shows where it goes, which the patient can change', async () => {
  network.use(reply(changeRegularDelivery, delivery))
  const { user, press } = show('patient', <RegularCard delivery={delivery} />)
  await screen.findByText('佐伯 恵子 様')
  expect(screen.getByText('南青山', { exact: false }).closest('p')!.textContent).toBe('〒107-0062 東京都港区南青山2-14-8')
  await press('お届け先を変更')
  const name = await screen.findByLabelText(/お名前/)
  await user.clear(name)
  await user.type(name, '佐伯 誠')
  await press('この宛先に届ける')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { id, phone_number, address, updated_at } = delivery
  expect(sent(changeRegularDelivery)).toEqual([{ id, recipient_name: '佐伯 誠', phone_number, address, updated_at }])
})
