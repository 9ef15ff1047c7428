import { type Contract, listPlans } from '@sukoyaka/wire/people/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { network, reply, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { ContractDialog } from './ContractDialog.tsx'

setUpNetwork({ now: '2026-11-21T03:00:00Z' })

const at = '2026-11-01T00:00:00.000Z'
const contract: Contract = {
  ...{ id: 7, user_id: 2, plan_id: 1, coupon_id: null, auto_update: true, next_payment_date: null, created_at: at, updated_at: at },
  ...{ started_at: '2026-11-20T15:00:00.000Z', ended_at: null },
}
const membership = { contract, next_contract: null, year: null, charges: [], quotas: [], next_charge: null }

test.each([
  ['today', '2026-11-20T15:00:00.000Z', true],
  ['yesterday', '2026-11-19T15:00:00.000Z', false],
])('a contract that started %s can be replaced from the day after its start', async (_, started_at, isTooEarly) => {
  network.use(reply(listPlans, { items: [] }))
  const { user } = show('concierge', <ContractDialog user_id={2} changed={{ contract: { ...contract, started_at }, membership }} onClose={() => {}} />)
  const day = await screen.findByLabelText(/新しいプランの開始日/)
  await user.clear(day)
  await user.type(day, '2026-11-21')
  await user.tab()
  expect(day.getAttribute('aria-invalid') === 'true').toBe(isTooEarly)
})
