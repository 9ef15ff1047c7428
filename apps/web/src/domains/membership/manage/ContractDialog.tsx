import { addDays, formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { Membership } from '@sukoyaka/wire/care/membership'
import type { Contract } from '@sukoyaka/wire/people/contract'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../api/call-error.ts'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { SelectField } from '../../../ui/choice/SelectField.tsx'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { yen } from '../../../ui/text/yen.ts'
import { useListPlansQuery } from '../../contract/api.ts'
import { useCheckContractCouponQuery, useStartContractMutation, useSwitchContractMutation } from '../api.ts'
import { ReplacedFacts } from './EndFacts.tsx'
import classes from './Manage.module.css'
import { StartFacts } from './StartFacts.tsx'

type Changed = { contract: Contract; membership: Membership }
type Props = { user_id: number; changed?: Changed; onClose: () => void }
type Values = { plan_id: string; started_on: string | null; auto_update: boolean; is_by_card: boolean; coupon_code: string }

/** Preset start day. New contract: today. Other plan: the next payment day, else the day after the contract ends, else tomorrow; never before tomorrow. */
const proposedDay = (changed: Changed | undefined, today: string) => {
  if (!changed) return today
  const { contract, membership } = changed
  const isPaidLater = contract.next_payment_date !== null
  const next = (isPaidLater && (membership.next_charge?.due_on ?? contract.next_payment_date)) || (contract.ended_at && tokyoDay(contract.ended_at))
  return next && next > today ? next : addDays(today, 1)
}

/** The first day on which a contract can start or replace `contract`: today, or tomorrow if `contract` started today. */
const firstDay = (contract: Contract | undefined, today: string) => (contract && tokyoDay(contract.started_at) === today ? addDays(today, 1) : today)

/** The coupon for the first payment, checked while staff type its code. */
const useCoupon = (user_id: number, contract_id: number | undefined, { plan_id, is_by_card, coupon_code }: Values) => {
  const code = coupon_code.trim()
  const typed = useDebounced(code)
  const skip = !typed || !plan_id || !is_by_card
  const { currentData, error, isFetching } = useCheckContractCouponQuery(
    { user_id, plan_id: Number(plan_id), coupon_code: typed, ...(contract_id !== undefined && { contract_id }) },
    { skip },
  )
  const isChecked = !skip && typed === code && !isFetching
  return {
    code: is_by_card ? code : '',
    checked: isChecked && !error ? currentData : undefined,
    refusal: isChecked && error ? (error as CallError).error : undefined,
    isWaiting: Boolean(code && plan_id && is_by_card) && !isChecked,
  }
}

/** Starts a contract, or replaces `changed` by a contract with another plan from a chosen day. */
export function ContractDialog({ user_id, changed, onClose }: Props) {
  const { t } = useTranslation('contract_form')
  const language = useLanguage()
  const today = tokyoDay(new Date())
  const plans = useListPlansQuery({}).currentData?.items ?? []
  const [start] = useStartContractMutation()
  const [change] = useSwitchContractMutation()
  const initial: Values = { plan_id: '', started_on: proposedDay(changed, today), auto_update: true, is_by_card: true, coupon_code: '' }
  const form = useForm(undefined, initial, {
    ...(changed && { version: changed.contract.updated_at }),
    check: ({ plan_id, started_on }) => ({
      plan_id: !plan_id && t('planRequired'),
      started_on: !started_on && t('fromRequired'),
      coupon_code: coupon.refusal,
    }),
    send: ({ plan_id, started_on, auto_update, is_by_card }, updated_at) => {
      const terms = { plan_id: Number(plan_id), started_on: started_on!, auto_update, is_by_card, ...(coupon.code && { coupon_code: coupon.code }) }
      return changed ? change({ id: changed.contract.id, ...terms, ...(updated_at && { updated_at }) }) : start({ user_id, ...terms })
    },
    messages: ({ started_on }) => {
      const started = started_on! > today ? t('scheduled', { day: formatDay(started_on!, language) }) : t('started')
      return { done: changed ? t('changed') : started, failed: t('failed') }
    },
    onClose,
  })
  const coupon = useCoupon(user_id, changed?.contract.id, form.values)
  const { plan_id, started_on, is_by_card, auto_update } = form.values
  const planOf = (id: string) => plans.find((plan) => plan.id === Number(id))
  const plan = planOf(plan_id)
  // a choice of staff stays when they choose another plan
  const [isRenewalChosen, setRenewalChosen] = useState(false)
  const chooseRenewal = (auto_update: boolean) => {
    setRenewalChosen(true)
    form.put({ auto_update })
  }
  return (
    <FormDialog form={form} width={640} title={t(changed ? 'changeTitle' : 'startTitle')} submit={t(changed ? 'change' : 'start')} isBlocked={coupon.isWaiting}>
      <SelectField
        required
        label={t('plan')}
        {...form.field('plan_id')}
        onChange={(value) => form.put({ plan_id: value, ...(!isRenewalChosen && { auto_update: planOf(value)?.auto_update ?? true }) })}
      >
        <option value="">{t('planChoose')}</option>
        {plans.map(({ id, display_name, price, billing_cycle }) => (
          <option key={id} value={id} lang={recordLang(display_name, language)}>
            {t(`price.${billing_cycle}`, { plan: display_name, amount: yen(price) })}
          </option>
        ))}
      </SelectField>
      <DatePicker required label={t(changed ? 'changeFrom' : 'from')} min={firstDay(changed?.contract, today)} {...form.field('started_on')} />
      <Checkbox label={t('autoUpdate')} checked={auto_update} onChange={(event) => chooseRenewal(event.currentTarget.checked)} />
      <Checkbox label={t('byCard')} checked={is_by_card} onChange={(event) => form.put({ is_by_card: event.currentTarget.checked })} />
      {is_by_card ? <CouponField coupon={coupon} {...form.field('coupon_code')} /> : null}
      {plan && started_on ? (
        <section className={classes.facts} aria-live="polite">
          <h3>{t('facts')}</h3>
          <ul>
            <StartFacts
              user_id={user_id}
              plan={plan}
              started_on={started_on}
              auto_update={auto_update}
              firstPayment={is_by_card ? (coupon.checked?.total ?? plan.price) : undefined}
            />
          </ul>
          {changed ? (
            <>
              <h3>{t('old', { plan: changed.contract.plan?.display_name ?? '' })}</h3>
              <ul>
                <ReplacedFacts {...changed} started_on={started_on} />
              </ul>
            </>
          ) : null}
        </section>
      ) : null}
    </FormDialog>
  )
}

type CouponFieldProps = Omit<ComponentProps<typeof TextInput>, 'label'> & { coupon: ReturnType<typeof useCoupon> }

/** Field for the code of a coupon. It shows the discount, or why the coupon cannot be used. */
function CouponField({ coupon: { isWaiting, checked, refusal }, error, ...field }: CouponFieldProps) {
  const { t } = useTranslation('contract_form')
  return (
    <div>
      <TextInput
        label={t('coupon')}
        hint={t('couponHint')}
        maxLength={50}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field}
        error={refusal ?? error}
      />
      <p className={classes.used} role="status">
        {isWaiting ? t('couponWait') : null}
        {checked ? t('couponName', { name: checked.coupon.display_name, amount: yen(checked.discount) }) : null}
      </p>
    </div>
  )
}
