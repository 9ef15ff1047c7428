import { addDays, addMonths, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { contracts } from '../domains/contract/tables.ts'
import { paysByCard } from './payments.ts'
import type { DemoPatient } from './people/people.ts'
import { randomOf } from './random.ts'

type Plan = { id: number; name: string; auto_update: boolean; billing_cycle: 'monthly' | 'yearly' }
type Row = typeof contracts.$inferInsert

const common = [
  'standard_yearly',
  'standard_monthly',
  'premium_yearly',
  'standard_yearly',
  'light_monthly',
  'business_app_monthly',
  'business_data_check_yearly',
] as const
/** Fixed plans by patient index. */
const chosen: Record<number, string> = {
  0: 'premium_yearly',
  1: 'standard_yearly',
  2: 'premium_yearly',
  3: 'business_data_check_yearly',
  4: 'standard_monthly',
  5: 'premium_yearly',
  6: 'business_app_monthly',
  7: 'premium_yearly',
  8: 'standard_yearly',
  9: 'premium_yearly',
}

/** Which contracts a patient has. `open`: one without an end; `several`: two at the same time; `none`: no contract. */
type State = 'current' | 'renewed' | 'open' | 'future' | 'ended' | 'several' | 'none'
const stateOf = ({ index, edgeCase }: DemoPatient): State => {
  if (edgeCase === 'hostile' || edgeCase === 'empty') return 'none'
  if (index <= 9 || edgeCase) return 'current'
  const states: State[] = [
    'current',
    'current',
    'renewed',
    'current',
    'ended',
    'current',
    'open',
    'several',
    'current',
    'future',
    'current',
    'renewed',
    'none',
    'current',
    'current',
  ]
  return states[index % states.length]!
}

const at = (day: string) => tokyoStartOfDay(day).toISOString()

export const contractsFor = (patient: DemoPatient, plans: ReadonlyMap<string, Plan>, today: string): Row[] => {
  const state = stateOf(patient)
  if (state === 'none') return []
  const r = randomOf('contract', patient.index)
  const plan = plans.get(chosen[patient.index] ?? r.pick(common))!
  const month = (monthsAgo: number) => `${addMonths(today, -monthsAgo).slice(0, 7)}-01`
  // fiscal year for the first patient, any month for the others
  const april = `${today.slice(5) >= '04-01' ? today.slice(0, 4) : Number(today.slice(0, 4)) - 1}-04-01`
  const start = patient.index === 0 ? april : month(r.between(0, 11))
  const row = (
    started: string,
    ended: string | null,
    { plan: contractPlan = plan, auto_update = contractPlan.auto_update }: { plan?: Plan; auto_update?: boolean } = {},
  ): Row => {
    const pays = paysByCard(patient) && (ended === null || (auto_update && ended > today))
    const due = !pays ? null : contractPlan.billing_cycle === 'yearly' ? ended : started > today ? started : `${addMonths(today, 1).slice(0, 7)}-01`
    const signed = addMonths(started, -1)
    const created_at = at(signed < today ? signed : addDays(today, -1))
    return {
      user_id: patient.id,
      plan_id: contractPlan.id,
      auto_update,
      started_at: at(started),
      ended_at: ended && at(ended),
      next_payment_date: due,
      created_at,
      updated_at: created_at,
    }
  }
  const end = addMonths(start, 12)
  const earlier = Array.from({ length: state === 'future' ? 0 : r.between(0, 4) }, (_, i) =>
    row(addMonths(start, -12 * (i + 1)), addMonths(start, -12 * i)),
  ).reverse()
  switch (state) {
    case 'current':
      return [...earlier, row(start, end)]
    case 'renewed':
      return [...earlier, row(start, end, { auto_update: false }), row(end, addMonths(end, 12), { plan: plans.get('premium_yearly')! })]
    case 'open':
      return [...earlier, row(start, null)]
    case 'future':
      return [row(month(-1 - r.between(0, 2)), null)]
    case 'ended':
      return earlier.length ? earlier : [row(addMonths(start, -12), start, { auto_update: false })]
    case 'several':
      return [
        row(addMonths(start, -2), addMonths(start, 10), { plan: plans.get('business_app_monthly')! }),
        row(start, end, { plan: plans.get('standard_yearly')! }),
      ]
  }
}
