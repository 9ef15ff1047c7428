import { previewBookingNotice } from '@sukoyaka/wire/record/booking'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { checkup } from '../../../../test/data/checkup.ts'
import { network, reply, sent, setUpNetwork } from '../../../../test/network.ts'
import { show } from '../../../../test/show.tsx'
import { DateFields } from './DateFields.tsx'

setUpNetwork()

test('the calendar for moving a booking opens at the booked month', async () => {
  const booked = checkup(9, '2027-02-24T23:30:00Z', { status: 2, released_at: null })
  const { press } = show('doctor', <DateFields checkup={booked} facility={undefined} isReady onDone={() => undefined} />)
  await press('日時を変更')
  await screen.findByText('2027.02')
  expect(document.querySelector('[data-day="2027-02-25"]')).toBeTruthy()
})

const suggestedDates = ['2027-02-24T23:30:00Z', '2027-02-25T23:30:00Z'].map((datetime, at) => ({ id: 71 + at, datetime, priority: 3 - at }))

test.each([
  ['the only suggested date', { status: 1 }, suggestedDates.slice(0, 1), { change: 'fixed', tested_at: suggestedDates[0]!.datetime }],
  ['no date while there are several suggested dates to fix', { status: 1 }, suggestedDates, { change: 'fixed' }],
  ['no date while no new date is chosen for a booked checkup', { status: 2 }, suggestedDates, { change: 'moved' }],
] as const)('previews the mail with %s', async (_, { status }, suggested_datetimes, query) => {
  network.use(reply(previewBookingNotice, { subject: '', text: '' }))
  const item = checkup(9, '2027-02-24T23:30:00Z', { status, released_at: null, suggested_datetimes: [...suggested_datetimes] })
  const { user } = show('doctor', <DateFields checkup={item} facility={undefined} isReady onDone={() => undefined} />)
  await user.click(screen.getByText('送信されるメールを確認'))
  await waitFor(() => expect(sent(previewBookingNotice)).toEqual([{ user_id: item.user_id, ...query }]))
})

test('offers no notice while only past dates can be fixed', () => {
  const past = { id: 70, datetime: '2026-01-15T00:00:00Z', priority: 3 }
  const offersNotice = (suggested_datetimes: (typeof past)[]) => {
    const item = checkup(9, past.datetime, { status: 1, released_at: null, facility_id: null, suggested_datetimes })
    const { unmount } = show('doctor', <DateFields checkup={item} facility={undefined} isReady onDone={() => undefined} />)
    const isOffered = screen.queryByText('送信されるメールを確認') !== null
    unmount()
    return isOffered
  }
  expect([offersNotice([past]), offersNotice([past, suggestedDates[0]!]), offersNotice([])]).toEqual([false, true, true])
})

test('shows a checkup without a facility, of which only the day is known, and previews its mail without a time', async () => {
  network.use(reply(previewBookingNotice, { subject: '', text: '' }))
  const item = checkup(9, '2027-02-25T00:00:00Z', { status: 2, released_at: null, facility_id: null })
  const { user } = show('doctor', <DateFields checkup={item} facility={undefined} isReady onDone={() => undefined} />)
  await user.click(screen.getByText('送信されるメールを確認'))
  await waitFor(() => expect(sent(previewBookingNotice)).toEqual([{ user_id: item.user_id, change: 'moved', is_day: true }]))
  expect(screen.getByText('2027.02.25（木）')).toBeTruthy()
})
