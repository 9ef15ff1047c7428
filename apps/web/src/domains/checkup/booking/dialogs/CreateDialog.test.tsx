import { addTestPackage, getCheckupQuota, listWaitlist, previewBookingNotice } from '@sukoyaka/wire/record/booking'
import { listTestCategories, listTestPackages, type TestPackage } from '@sukoyaka/wire/record/checkup'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { network, reply, sent, setUpNetwork } from '../../../../test/network.ts'
import { show } from '../../../../test/show.tsx'
import { TestPackagesCard } from '../TestPackagesCard.tsx'

const Field = () => null
setUpNetwork()

test('for a general checkup without a facility, the preview shows the mail for a fixed date', async () => {
  network.use(
    ...[listTestPackages, listTestCategories, listWaitlist].map((endpoint) => reply(endpoint, { items: [] })),
    reply(getCheckupQuota, { user_id: 1, contract_id: 1, items: [] }),
    reply(previewBookingNotice, ({ change }) => ({ subject: change, text: '' })),
  )
  const card = <TestPackagesCard user_id={1} sex={null} WithDirectory={({ children }) => children({ facilities: [], Field })} allergy={null} />
  const { user, press } = show('concierge', card)
  await press('検査を作成')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /一般/ }))
  await user.type(dialog.getByRole('textbox', { name: /受診日/ }), '2026.12.10{Tab}')
  await user.click(dialog.getByText('送信されるメールを確認'))
  expect(await dialog.findByText('fixed')).toBeTruthy()
  expect(sent(previewBookingNotice)).toEqual([{ user_id: 1, change: 'fixed', tested_at: '2026-12-10T00:00:00.000Z', is_day: true }])
  const day = dialog.getByRole('textbox', { name: /受診日/ })
  await user.clear(day)
  await user.type(day, '2026.01.15{Tab}')
  expect(dialog.queryByRole('region', { name: '患者への通知' })).toBeNull()
})

test('a checkup elsewhere has the default tests of its kind for the sex of the patient', async () => {
  const category = (id: number, applicable_sex: 'any' | 'male' | 'female', kinds: ('general' | 'detail')[]) => ({
    ...{ id, name: `test_${id}`, name_ja: `検査${id}`, display_name: `検査${id}`, group: 'blood', applicable_sex, requires_fasting: false },
    ...{ default_package_kinds: kinds, numeric_categories: [], image_categories: [], is_active: true, sort_number: id },
  })
  const items = [category(1, 'any', ['general']), category(2, 'female', ['general']), category(3, 'any', ['detail'])]
  network.use(
    ...[listTestPackages, listWaitlist].map((endpoint) => reply(endpoint, { items: [] })),
    reply(listTestCategories, { items: [...items, category(4, 'male', ['general', 'detail'])] }),
    reply(getCheckupQuota, { user_id: 1, contract_id: 1, items: [] }),
    reply(addTestPackage, {} as TestPackage),
  )
  const card = <TestPackagesCard user_id={1} sex="male" WithDirectory={({ children }) => children({ facilities: [], Field })} allergy={null} />
  const { user, press } = show('concierge', card)
  await press('検査を作成')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByText(/検査項目/)).toBe(null)
  await user.click(dialog.getByRole('radio', { name: /一般/ }))
  await dialog.findByText('検査項目（2項目）')
  await user.type(dialog.getByRole('textbox', { name: /受診日/ }), '2026.12.10{Tab}')
  await user.click(dialog.getByRole('button', { name: '検査を作成' }))
  await waitFor(() => expect(sent(addTestPackage)[0]?.tests_attributes?.map(({ category_id }) => category_id)).toEqual([1, 4]))
})
