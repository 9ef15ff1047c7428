import { type ClientSecret, type Payment, refreshPayment } from '@sukoyaka/wire/people/payment'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { ConfirmPayment, type Outcome } from './ConfirmPayment.tsx'

setUpNetwork()

const secret: ClientSecret = { provider: 'stripe', publishable_key: 'pk_live_1', client_secret: 'pi_1_secret_2' }
const paymentOf = (status: Payment['status']) => ({ id: 8, status, amount: 5_980, decline_text: null }) as Payment
type Answer = { error?: { type: string; code?: string; decline_code?: string; message?: string } }

/** Fake of Stripe’s script, as far as the dialog uses it. */
const element = { on: (event: string, run: () => void) => event === 'ready' && run(), mount: vi.fn(), destroy: vi.fn() }
const elements = { create: vi.fn((_kind: string) => element), getElement: () => element }
const stripe = {
  elements: vi.fn((_options: { clientSecret: string }) => elements),
  confirmPayment: vi.fn<(options: { elements: unknown; redirect: string }) => Promise<Answer>>(),
  handleNextAction: vi.fn<(options: { clientSecret: string }) => Promise<Answer>>(),
  _registerWrapper: () => {},
}

const outcomes: Outcome[] = []
beforeEach(() => {
  outcomes.length = 0
  vi.clearAllMocks()
})
const open = (payment: Payment, settled: Payment['status']) => {
  network.use(reply(refreshPayment, paymentOf(settled)))
  return show('patient', <ConfirmPayment payment={payment} secret={secret} onOutcome={(outcome) => outcomes.push(outcome)} onLeave={() => {}} />)
}

test('shows an error if Stripe’s script is blocked', async () => {
  const append = vi.spyOn(document.head, 'appendChild').mockImplementation((node) => {
    queueMicrotask(() => node.dispatchEvent(new Event('error')))
    return node
  })
  open(paymentOf('open'), 'open')
  await screen.findByText(/カードの入力欄を読み込めませんでした。/)
  expect(append.mock.calls.every(([node]) => (node as HTMLScriptElement).src.startsWith('https://js.stripe.com/'))).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '¥5,980 を支払う' }).disabled).toBe(true)
  expect(sent(refreshPayment)).toEqual([])
  append.mockRestore()
})

test('a card typed into Stripe’s element is confirmed, and the server is asked whether the payment succeeded', async () => {
  Object.assign(window, { Stripe: Object.assign(() => stripe, { version: 1 }) })
  stripe.confirmPayment.mockResolvedValueOnce({ error: { type: 'validation_error', message: 'カード番号が不完全です。' } }).mockResolvedValueOnce({})
  const { press } = open(paymentOf('open'), 'succeeded')
  await press('¥5,980 を支払う')
  await screen.findByText('カード番号が不完全です。')
  expect(outcomes).toEqual([])
  await press('¥5,980 を支払う')
  await waitFor(() => expect(outcomes).toEqual([{ isPaid: true, problem: undefined }]))
  expect(stripe.elements).toHaveBeenCalledWith(expect.objectContaining({ clientSecret: 'pi_1_secret_2' }))
  expect(stripe.confirmPayment).toHaveBeenCalledWith(expect.objectContaining({ elements, redirect: 'if_required' }))
  expect([element.mount.mock.calls.length, element.destroy.mock.calls.length]).toEqual([1, 1])
})

test('a declined card says why', async () => {
  stripe.confirmPayment.mockResolvedValueOnce({ error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' } })
  const { press } = open(paymentOf('open'), 'failed')
  await press('¥5,980 を支払う')
  await waitFor(() => expect(outcomes).toEqual([{ isPaid: false, problem: expect.stringContaining('カードの残高または利用可能額が足りません。') }]))
})

test('3-D Secure of a saved card opens at once, without the card form', async () => {
  stripe.handleNextAction.mockResolvedValueOnce({})
  open(paymentOf('requires_action'), 'succeeded')
  await waitFor(() => expect(outcomes).toEqual([{ isPaid: true, problem: undefined }]))
  expect([stripe.handleNextAction.mock.calls, stripe.elements.mock.calls]).toEqual([[[{ clientSecret: 'pi_1_secret_2' }]], []])
  stripe.handleNextAction.mockResolvedValueOnce({ error: { type: 'card_error', code: 'payment_intent_authentication_failure' } })
  open(paymentOf('requires_action'), 'failed')
  await waitFor(() => expect(outcomes[1]).toEqual({ isPaid: false, problem: expect.stringContaining('本人認証ができませんでした。') }))
})
