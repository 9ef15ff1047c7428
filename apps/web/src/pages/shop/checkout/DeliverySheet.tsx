import { addDays, formatDay } from '@sukoyaka/rules/time'
import { type CartCalculation, type DeliveryWindow, deliveryWindows } from '@sukoyaka/wire/people/cart'
import { deliveryMonths } from '@sukoyaka/wire/people/order'
import { useTranslation } from 'react-i18next'
import { RadioCards } from '../../../ui/choice/RadioCards.tsx'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { SelectField } from '../../../ui/choice/SelectField.tsx'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { yen } from '../../../ui/text/yen.ts'
import classes from './Checkout.module.css'
import type { DeliveryChoice } from './delivery-choice.ts'
import { Sheet } from './Sheets.tsx'

type Props = {
  delivery: CartCalculation['delivery']
  value: DeliveryChoice
  onChange: (change: Partial<DeliveryChoice>) => void
  /** The error of the delivery day. */
  error: string | undefined
}

/** The choice of the delivery: as soon as possible or on a chosen day and time; once or regularly. */
export function DeliverySheet({ delivery, value, onChange, error }: Props) {
  const { t } = useTranslation(['order', 'shop'])
  const language = useLanguage()
  const day = (of: string) => formatDay(of, language, 'weekday')
  const fee = (amount: number) => (amount ? yen(amount) : t('shop:total.free'))
  const { earliest_on, latest_on } = delivery
  return (
    <Sheet at={2} title={t('order:method.title')}>
      <RadioCards
        label={t('order:method.title')}
        columns={2}
        value={value.is_timed ? 'timed' : 'normal'}
        onChange={(way) => onChange({ is_timed: way === 'timed' })}
        cards={[
          {
            value: 'normal',
            title: t('order:method.normal'),
            text: t('order:method.normalDays', { first: day(earliest_on), last: day(addDays(earliest_on, 1)) }),
            badge: fee(delivery.fee),
          },
          { value: 'timed', title: t('order:method.timed'), text: t('order:method.timedDays', { day: day(earliest_on) }), badge: fee(delivery.timed_fee) },
        ]}
      />
      {value.is_timed ? (
        <div className={classes.when}>
          <DatePicker
            required
            label={t('order:method.day')}
            hint={t('order:method.dayHint', { first: day(earliest_on), last: day(latest_on) })}
            value={value.delivery_on}
            min={earliest_on}
            max={latest_on}
            onChange={(delivery_on) => onChange({ delivery_on })}
            error={error}
          />
          <SelectField
            label={t('order:method.window')}
            value={value.delivery_window}
            onChange={(window) => onChange({ delivery_window: window as DeliveryWindow | '' })}
          >
            <option value="">{t('order:window.any')}</option>
            {deliveryWindows.map((window) => (
              <option key={window} value={window}>
                {t(`order:window.${window}`)}
              </option>
            ))}
          </SelectField>
        </div>
      ) : null}
      <div className={classes.every}>
        <p className={classes.everyLabel} aria-hidden>
          {t('order:method.every')}
        </p>
        <Segmented
          label={t('order:method.every')}
          value={String(value.months)}
          onChange={(months) => onChange({ months: Number(months) as DeliveryChoice['months'] })}
          options={[
            { value: '0', label: t('order:method.once') },
            ...deliveryMonths.map((count) => ({ value: String(count), label: t('order:method.months', { count }) })),
          ]}
        />
        {value.months ? (
          <p className={classes.note}>
            {t('order:method.regularNote')} {value.is_timed && value.delivery_window ? t('order:method.regularWindow') : null}
          </p>
        ) : null}
      </div>
    </Sheet>
  )
}
