import { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import { listWaitlist } from '@sukoyaka/wire/record/booking'
import { listTestPackages } from '@sukoyaka/wire/record/checkup'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { checkup } from '../../../test/data/checkup.ts'
import { paged } from '../../../test/data/paged.ts'
import { network, reply, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { room } from '../../message/test-data.ts'
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

test.each([
  ['write to the care team', true, '検査のご希望は、担当チームにお知らせください。'],
  ['call a facility', false, '検査のご希望は、施設にお電話ください。'],
])('a patient whose results are all released is asked to %s if chat is %s', async (_, chat, text) => {
  const released = checkup(10, '2026-10-14T00:00:00Z', { status: 0, released_at: '2026-11-10T00:00:00Z' })
  network.use(reply(listTestPackages, { items: [released] }), reply(listMessageRooms, paged([room(1, '佐伯', { chat })])))
  show('patient', card)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByText('予定されている検査はありません')).toBeTruthy()
  expect(screen.getByRole('link', { name: '施設を探す' }).getAttribute('href')).toBe('/facilities')
})
