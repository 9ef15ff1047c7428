import { listWaitlist } from '@sukoyaka/wire/record/booking'
import { listTestPackages } from '@sukoyaka/wire/record/checkup'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { checkup } from '../../../test/data/checkup.ts'
import { network, reply, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { MyCheckupsCard } from './MyCheckupsCard.tsx'

setUpNetwork()

const Field = () => null
const card = <MyCheckupsCard user_id={1} WithDirectory={({ children }) => children({ facilities: [], Field })} />

test('shows the day of a checkup elsewhere without a time', async () => {
  const booked = checkup(9, '2026-12-09T00:00:00Z', { status: 2, released_at: null })
  network.use(reply(listTestPackages, { items: [booked] }), reply(listWaitlist, { items: [] }))
  show('patient', card)
  expect(await screen.findByText('12月9日（水）')).toBeTruthy()
})
