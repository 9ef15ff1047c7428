import { previewBookingNotice } from '@sukoyaka/wire/record/booking'
import { changeTestPackage, listTestCategories } from '@sukoyaka/wire/record/checkup'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { checkup } from '../../../../test/data/checkup.ts'
import { network, reply, sent, setUpNetwork } from '../../../../test/network.ts'
import { show } from '../../../../test/show.tsx'
import { EditDialog } from './EditDialog.tsx'

const booked = (tested_at: string) => checkup(9, tested_at, { status: 2, released_at: null, updated_at: '2026-11-01T00:00:00Z' })
const future = booked('2027-02-24T23:30:00Z')
const directory = { facilities: [], Field: () => null }
const open = (item: typeof future) => show('doctor', <EditDialog checkup={item} directory={directory} onClose={() => undefined} />)
const notices = () => screen.queryAllByRole('region', { name: '患者にメールで知らせる' })

setUpNetwork()
beforeEach(() =>
  network.use(reply(listTestCategories, { items: [] }), reply(previewBookingNotice, { subject: '', text: '' }), reply(changeTestPackage, future)),
)

test.each([
  ['is notified', true],
  ['is not notified if staff choose so', false],
] as const)('a patient whose fixed date is given up %s', async (_, notify) => {
  const { user, press } = open(future)
  expect(notices()).toHaveLength(1)
  await user.click(await screen.findByRole('radio', { name: '調整中' }))
  const [notice] = notices()
  await user.click(within(notice!).getByText('送信されるメールを確認'))
  await waitFor(() => expect(sent(previewBookingNotice)).toEqual([{ user_id: 1, change: 'arranging' }]))
  if (!notify) await user.click(within(notice!).getByRole('radio', { name: '知らせない' }))
  await press('保存')
  await waitFor(() => expect(sent(changeTestPackage)).toEqual([{ id: 9, updated_at: '2026-11-01T00:00:00Z', status: 1, notify }]))
})

test('a patient is not notified if a date in the past is given up', async () => {
  const { user, press } = open(booked('2026-11-10T00:00:00Z'))
  await user.click(await screen.findByRole('radio', { name: '調整中' }))
  expect(notices()).toHaveLength(1)
  await press('保存')
  await waitFor(() => expect(sent(changeTestPackage)).toEqual([{ id: 9, updated_at: '2026-11-01T00:00:00Z', status: 1 }]))
})
