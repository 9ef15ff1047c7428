import { listPasskeys, startPasskey } from '@sukoyaka/wire/people/passkey'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { countCode, isOfferDue, postponeOffer } from './offer.ts'
import { PasskeyOffer } from './PasskeyOffer.tsx'
import { refusePasskeys, registrationOptions } from './test-device.ts'

setUpNetwork()
const now = Date.parse('2026-11-27T00:00:00Z')
const day = 86_400_000
beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: () => {} })
  localStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

test('a passkey is offered after the second mailed code, again 30 days after the offer was postponed, and never in a browser without passkeys', () => {
  const minute = 60_000
  countCode(7, now)
  expect(isOfferDue(7, now)).toBe(false)
  countCode(7, now)
  expect([isOfferDue(7, now), isOfferDue(7, now + 4 * minute), isOfferDue(8, now)]).toEqual([true, true, false])
  // 10 minutes after the sign-in the server would ask for the password
  expect(isOfferDue(7, now + 10 * minute)).toBe(false)
  postponeOffer(7, now)
  for (const [days, isDue] of [
    [29, false],
    [30, true],
  ] as const) {
    countCode(7, now + days * day)
    expect(isOfferDue(7, now + days * day)).toBe(isDue)
  }
  vi.stubGlobal('PublicKeyCredential', undefined)
  expect(isOfferDue(7, now + 30 * day)).toBe(false)
})

test('somebody who has a passkey gets no offer; the button “later” postpones the offer', async () => {
  network.use(reply(listPasskeys, { items: [{ id: 1, name: '電話', created_at: '2026-11-20T00:00:00Z', last_used_at: null }] }))
  const { unmount } = show('patient', <PasskeyOffer user_id={7} />)
  await waitFor(() => expect(sent(listPasskeys)).toHaveLength(1))
  expect(screen.queryByRole('dialog')).toBeNull()
  unmount()
  network.use(reply(listPasskeys, { items: [] }))
  countCode(7, Date.now())
  countCode(7, Date.now())
  const { press } = show('patient', <PasskeyOffer user_id={7} />)
  await screen.findByRole('dialog', { name: 'パスキーでログインできます' })
  await press('あとで')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(isOfferDue(7, Date.now())).toBe(false)
})

test('the offer stays open if the person cancels; if the device refuses the passkey, the offer closes and a message names the reason', async () => {
  let refusal = 'NotAllowedError'
  refusePasskeys(() => refusal)
  network.use(reply(listPasskeys, { items: [] }), registrationOptions)
  const { press } = show('patient', <PasskeyOffer user_id={7} />)
  await press('パスキーを登録する')
  await waitFor(() => expect(sent(startPasskey)).toHaveLength(1))
  expect(screen.getByRole('dialog')).toBeTruthy()
  refusal = 'InvalidStateError'
  await press('パスキーを登録する')
  expect(await screen.findByText(/この端末には、このアカウントのパスキーがすでに登録されています/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('if the server asks for the password, the offer closes, a message points to the settings, and the offer is not postponed', async () => {
  countCode(7, Date.now())
  countCode(7, Date.now())
  network.use(
    reply(listPasskeys, { items: [] }),
    reply(startPasskey, () => failure(422, 'invalid', '入力内容をご確認ください。', { old_password: ['入力してください。'] })),
  )
  const { press } = show('patient', <PasskeyOffer user_id={7} />)
  await press('パスキーを登録する')
  expect(await screen.findByText(/設定の「アカウントと安全」で登録してください/)).toBeTruthy()
  expect([screen.queryByRole('dialog'), isOfferDue(7, Date.now())]).toEqual([null, true])
})
