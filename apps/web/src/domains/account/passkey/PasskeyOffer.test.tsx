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

test('a passkey is offered after the second code, again after 30 days, and never where the browser has none', () => {
  countCode(7)
  expect(isOfferDue(7, now)).toBe(false)
  countCode(7)
  expect([isOfferDue(7, now), isOfferDue(8, now)]).toEqual([true, false])
  postponeOffer(7, now)
  expect([isOfferDue(7, now + 29 * day), isOfferDue(7, now + 30 * day)]).toEqual([false, true])
  vi.stubGlobal('PublicKeyCredential', undefined)
  expect(isOfferDue(7, now + 30 * day)).toBe(false)
})

test('somebody who has a passkey gets no offer; later closes it, and a failure says why', async () => {
  network.use(reply(listPasskeys, { items: [{ id: 1, name: '電話', created_at: '2026-11-20T00:00:00Z', last_used_at: null }] }))
  const { unmount } = show('patient', <PasskeyOffer user_id={7} />)
  await waitFor(() => expect(sent(listPasskeys)).toHaveLength(1))
  expect(screen.queryByRole('dialog')).toBeNull()
  unmount()
  network.use(
    reply(listPasskeys, { items: [] }),
    reply(startPasskey, () => failure(503, 'unavailable', '混み合っています。')),
  )
  countCode(7)
  countCode(7)
  const { press } = show('patient', <PasskeyOffer user_id={7} />)
  await screen.findByRole('dialog', { name: 'パスキーでログインできます' })
  await press('あとで')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(isOfferDue(7, Date.now())).toBe(false)
})

test('a device that refuses the passkey says why; after cancelling the offer stays open', async () => {
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
