import { endingOf, firstTermEnd } from '@sukoyaka/rules/people/contract-end'
import { addDays, formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { Membership } from '@sukoyaka/wire/care/membership'
import type { Contract } from '@sukoyaka/wire/people/contract'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { yen } from '../../../ui/text/yen.ts'

type Props = { contract: Contract; membership: Membership; last_on: string; isReplaced?: boolean }

type Charge = Membership['charges'][number]
/** What is left of a payment after its refunds, also those under way. */
const keptAmount = ({ amount, refunded_amount, refunding_amount }: Pick<Charge, 'amount' | 'refunded_amount' | 'refunding_amount'>) =>
  amount - refunded_amount - refunding_amount
/** Whether a part of the payment is not refunded. */
export const isKept = (charge: Pick<Charge, 'amount' | 'refunded_amount' | 'refunding_amount'>) => keptAmount(charge) > 0

/** Consequences for coverage, payments and bookings if the contract ends after `last_on`. `isReplaced`: another contract starts on the next day. */
export function EndFacts({ contract, membership: { charges, next_charge, quotas }, last_on, isReplaced = false }: Props) {
  const { t } = useTranslation('contract_form')
  const language = useLanguage()
  const day = (text: string) => formatDay(text, language)
  const next = contract.next_payment_date === null ? null : next_charge
  // the charge of the next payment is opened a day ahead
  const { unused, dropped, owed } = endingOf(
    charges.filter(({ contract_id, due_on, status }) => contract_id === contract.id && !(status === 'due' && due_on === next?.due_on)),
    addDays(last_on, 1),
  )
  const termEnd = contract.plan ? addDays(firstTermEnd(tokyoDay(contract.started_at), contract.plan), -1) : last_on
  const booked = quotas.reduce((sum, quota) => sum + quota.booked, 0)
  return (
    <>
      <li>{t(isReplaced ? 'replaced' : 'until', { day: day(last_on) })}</li>
      {last_on < termEnd ? <li>{t('minTerm', { day: day(termEnd) })}</li> : null}
      {unused.filter(isKept).map(({ id, due_on, period_until, ...charge }) => (
        <li key={id}>{t('unused', { amount: yen(keptAmount(charge)), from: day(due_on), until: day(addDays(period_until, -1)) })}</li>
      ))}
      {next ? <li>{t(next.due_on <= last_on ? 'kept' : 'stopped', { day: day(next.due_on), amount: yen(next.amount) })}</li> : null}
      {dropped.map(({ id, amount, due_on }) => (
        <li key={id}>{t('dropped', { day: day(due_on), amount: yen(amount) })}</li>
      ))}
      {owed.map(({ id, amount, due_on }) => (
        <li key={id}>{t('owed', { day: day(due_on), amount: yen(amount) })}</li>
      ))}
      {booked ? <li>{t('booked', { count: booked })}</li> : null}
    </>
  )
}

/** Consequences for the contract if a new one starts on `started_on`. As on the server, it ends before that day, or is deleted if it starts then or later. */
export function ReplacedFacts({ started_on, ...changed }: Pick<Props, 'contract' | 'membership'> & { started_on: string }) {
  const { t } = useTranslation('contract_form')
  const language = useLanguage()
  const { plan, started_at, ended_at } = changed.contract
  const start = tokyoDay(started_at)
  if (started_on <= start) return <li>{t('withdrawQuestion', { plan: plan?.display_name ?? '', from: formatDay(start, language) })}</li>
  const ended_on = [started_on, ended_at ? tokyoDay(ended_at) : started_on].sort()[0]!
  return <EndFacts {...changed} last_on={addDays(ended_on, -1)} isReplaced={ended_on === started_on} />
}
