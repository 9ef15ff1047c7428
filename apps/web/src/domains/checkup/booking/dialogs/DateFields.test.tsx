import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { checkup } from '../../../../test/data/checkup.ts'
import { setUpNetwork } from '../../../../test/network.ts'
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
