import { lastDay } from '@sukoyaka/rules/people/contract'
import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import type { Membership } from '@sukoyaka/wire/care/membership'
import type { Contract } from '@sukoyaka/wire/people/contract'
import { useTranslation } from 'react-i18next'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useEndContractMutation } from '../api.ts'
import { EndFacts, isKept } from './EndFacts.tsx'
import classes from './Manage.module.css'

type Props = { contract: Contract; membership: Membership; onClose: () => void }

const laterOf = (day: string, other: string) => [day, other].sort()[1]!

/** Preset last day: the last day that is paid for, else `max` (the contract's last day), else `min`. Always between `min` and `max`. */
const proposedDay = ({ contract, membership, min, max }: Omit<Props, 'onClose'> & { min: string; max: string | null }) => {
  const paid = membership.charges
    .filter((charge) => charge.contract_id === contract.id && charge.status === 'paid' && isKept(charge))
    .map(({ period_until }) => period_until)
  const until = paid.sort().at(-1)
  const day = until ? addDays(until, -1) : (max ?? min)
  return max !== null && day > max ? max : laterOf(day, min)
}

/** Sets the last day of a contract, and shows the consequences of the chosen day. */
export function EndDialog({ contract, membership, onClose }: Props) {
  const { t } = useTranslation('contract_form')
  const [end] = useEndContractMutation()
  const [today, start, max] = [tokyoDay(new Date()), tokyoDay(contract.started_at), lastDay(contract)]
  const min = laterOf(today, start)
  const form = useForm(
    undefined,
    { last_on: proposedDay({ contract, membership, min, max }) as string | null },
    {
      version: contract.updated_at,
      check: ({ last_on }) => ({ last_on: !last_on && t('fromRequired') }),
      send: ({ last_on }, updated_at) => end({ id: contract.id, last_on: last_on!, ...(updated_at && { updated_at }) }),
      messages: { done: t('ended'), failed: t('failed') },
      onClose,
    },
  )
  const { last_on } = form.values
  return (
    <FormDialog form={form} title={t('endTitle')} subtitle={contract.plan?.display_name} submit={t('end')} unsaved={false} isDanger>
      <DatePicker required label={t('lastOn')} min={min} {...(max && { max })} {...form.field('last_on')} />
      {last_on ? (
        <section className={classes.facts} aria-live="polite">
          <h3>{t('endFacts')}</h3>
          <ul>
            <EndFacts contract={contract} membership={membership} last_on={last_on} />
          </ul>
        </section>
      ) : null}
    </FormDialog>
  )
}
