import { expect, test } from 'vitest'
import { failedAmounts, type RefundStep, refundableAmount } from './refund.ts'

const at = (minute: number) => `2026-11-20T01:${String(minute).padStart(2, '0')}:00.000Z`
const refund = (status: RefundStep['status'], amount: number, [from, until]: [number, number], payment_id = 1): RefundStep => ({
  ...{ payment_id, amount, status },
  created_at: at(from),
  updated_at: at(until),
})

test.each<[string, RefundStep[], number | undefined]>([
  ['one that succeeded', [refund('succeeded', 500, [1, 2])], undefined],
  ['one that failed', [refund('failed', 500, [1, 2])], 500],
  ['a later one of a smaller amount', [refund('failed', 500, [1, 2]), refund('succeeded', 200, [3, 4])], 300],
  ['later ones that make up for it', [refund('failed', 500, [1, 2]), refund('succeeded', 200, [3, 4]), refund('open', 300, [5, 5])], undefined],
  ['a repetition that failed too', [refund('failed', 500, [1, 2]), refund('failed', 500, [3, 4])], 500],
  ['two that failed together, and one later', [refund('failed', 500, [1, 4]), refund('failed', 300, [2, 3]), refund('succeeded', 500, [5, 6])], 300],
  [
    'an earlier one, and one started before the failure',
    [refund('succeeded', 500, [0, 1]), refund('failed', 500, [2, 5]), refund('succeeded', 500, [3, 4])],
    500,
  ],
  ['one of another payment', [refund('failed', 500, [1, 2]), refund('succeeded', 500, [3, 4], 2)], 500],
])('what failed to be refunded, with %s', (_, refunds, left) => {
  expect([failedAmounts(refunds).get(1), failedAmounts(refunds.toReversed()).get(1)]).toEqual([left, left])
})

test.each<[string, Parameters<typeof refundableAmount>[1], number]>([
  ['without disputes', [], 700],
  [
    'after disputes that took nothing',
    [
      { status: 'won', amount: 1000 },
      { status: 'inquiry', amount: 1000 },
    ],
    700,
  ],
  [
    'after two lost disputes',
    [
      { status: 'lost', amount: 100 },
      { status: 'lost', amount: 200 },
    ],
    400,
  ],
  ['after more was lost than is left', [{ status: 'lost', amount: 1000 }], 0],
  ['before evidence is submitted', [{ status: 'needs_response', amount: 100 }], 0],
  ['before the bank decides', [{ status: 'under_review', amount: 100 }], 0],
])('what may still be refunded, %s', (_, disputes, left) => {
  const payment = { status: 'succeeded', amount: 1000, refunded_amount: 300 } as const
  expect(refundableAmount(payment, disputes)).toBe(left)
  expect(refundableAmount({ ...payment, status: 'failed' }, disputes)).toBe(0)
})
