import { firstTermEnd } from '@sukoyaka/rules/people/contract-end'
import { chargeDue } from '@sukoyaka/rules/people/payment/billing'
import { addDays, formatDay } from '@sukoyaka/rules/time'
import type { Plan } from '@sukoyaka/wire/people/contract'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { yen } from '../../../ui/text/yen.ts'
import { useListPaymentSourcesQuery } from '../../payment/api.ts'

type Props = { user_id: number; plan: Plan; started_on: string; auto_update: boolean; firstPayment: number | undefined }

/** Term and payments of a new contract. `firstPayment`: in yen; undefined if the contract is not paid by card. */
export function StartFacts({ user_id, plan, started_on, auto_update, firstPayment }: Props) {
  const { t } = useTranslation('contract_form')
  const language = useLanguage()
  const { currentData: cards } = useListPaymentSourcesQuery({ user_id })
  const day = (text: string) => formatDay(text, language)
  const ended_on = firstTermEnd(started_on, plan)
  const next = chargeDue({ ...plan, started_on, ended_on, next_payment_date: started_on, auto_update })?.next_payment_date
  return (
    <>
      <li>{t('term', { from: day(started_on), until: day(addDays(ended_on, -1)) })}</li>
      <li>{auto_update ? t('term.renews', { count: plan.duration }) : t('term.ends')}</li>
      {firstPayment === undefined ? (
        <li>{t('byHand')}</li>
      ) : (
        <>
          <li>{t('first', { day: day(started_on), amount: yen(firstPayment) })}</li>
          {next ? <li>{t(`then.${plan.billing_cycle}`, { amount: yen(plan.price) })}</li> : null}
          {cards && !cards.items.length ? <li>{t('noCard')}</li> : null}
        </>
      )}
    </>
  )
}
