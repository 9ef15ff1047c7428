import { expect, test } from 'vitest'
import { type EndedCharge, endingOf, firstTermEnd } from './contract-end.ts'

const charge = (due_on: string, period_until: string, status: EndedCharge['status'], is_renewal = false): EndedCharge => ({
  due_on,
  period_until,
  status,
  is_renewal,
})

test('the first term ends with the minimum term, or at the first renewal if that is later', () => {
  expect(firstTermEnd('2026-01-31', { contract_period: 1, duration: 1 })).toBe('2026-02-28')
  expect(firstTermEnd('2026-12-01', { contract_period: 12, duration: 1 })).toBe('2027-12-01')
  expect(firstTermEnd('2026-12-01', { contract_period: 1, duration: 12 })).toBe('2027-12-01')
})

test('at the end of a contract, open charges for later days or a renewal are dropped and others are owed; charges paid for later days are unused', () => {
  const paid = charge('2026-11-01', '2026-12-01', 'paid')
  const owed = charge('2026-11-10', '2026-12-10', 'due')
  const next = charge('2026-12-01', '2027-01-01', 'due')
  const renewal = charge('2026-11-15', '2027-11-15', 'paying', true)
  const ending = (day: string) => endingOf([paid, owed, next, renewal, charge('2026-10-01', '2026-11-01', 'skipped')], day)
  expect(ending('2026-11-20')).toEqual({ unused: [paid], dropped: [next, renewal], owed: [owed] })
  expect(ending('2026-12-01')).toEqual({ unused: [], dropped: [next, renewal], owed: [owed] })
  expect(ending('2026-12-02')).toEqual({ unused: [], dropped: [renewal], owed: [owed, next] })
  const renewing = (day: string | null) => endingOf([paid, owed, next, renewal], day, true)
  expect(renewing('2026-11-15')).toEqual({ unused: [paid], dropped: [next], owed: [owed, renewal] })
  expect(renewing('2026-11-14')).toEqual({ unused: [paid], dropped: [next, renewal], owed: [owed] })
  expect(renewing(null)).toEqual({ unused: [], dropped: [], owed: [owed, next, renewal] })
})
