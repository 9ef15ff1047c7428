import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { checkup } from '../../../../test/data/checkup.ts'
import { setUpNetwork } from '../../../../test/network.ts'
import { show } from '../../../../test/show.tsx'
import { CancelDialog } from './CancelDialog.tsx'

setUpNetwork()

test.each([
  ['at a facility', 3, '予約した枠は施設に戻ります。取り消した検査は元に戻せません。'],
  ['elsewhere, which has no slot,', null, '取り消した検査は元に戻せません。'],
])('the dialog that cancels a checkup %s says what happens', async (_, facility_id, text) => {
  const booked = checkup(9, '2027-02-24T23:30:00Z', { status: 2, released_at: null, facility_id })
  show('doctor', <CancelDialog checkup={booked} name="人間ドック" onBack={() => undefined} onDone={() => undefined} />)
  expect(await screen.findByText(text)).toBeTruthy()
})
