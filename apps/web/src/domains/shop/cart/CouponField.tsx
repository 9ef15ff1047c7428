import { formatDay } from '@sukoyaka/rules/time'
import type { CartCalculation, Coupon } from '@sukoyaka/wire/people/cart'
import { IconAlertCircle, IconTicket } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { useLazyCheckCouponQuery } from '../api.ts'
import classes from './Cart.module.css'
import type { CouponInUse } from './use-coupon.ts'

type Props = { coupon: CouponInUse; amounts: CartCalculation | undefined }

/** Entry of a coupon code, or the coupon in use. A coupon that a change of the cart made unusable stays and says why. */
export function CouponField({ coupon, amounts }: Props) {
  const { t } = useTranslation('shop')
  const language = useLanguage()
  if (!coupon.code) return <CouponEntry onUse={coupon.use} />
  const used = amounts?.coupon ?? undefined
  const refusal = amounts?.coupon_refusal
  return (
    <div className={clsx(classes.coupon, refusal && classes.refused)}>
      {refusal ? <IconAlertCircle aria-hidden /> : <IconTicket aria-hidden />}
      <div role="status">
        <p className={classes.code}>{used?.name ?? coupon.code}</p>
        {used ? (
          <p lang={recordLang(used.display_name, language)}>
            {used.display_name}
            <CouponEnd coupon={used} />
          </p>
        ) : null}
        {refusal ? <p>{refusal.text}</p> : null}
      </div>
      <Button kind="neutral" size="small" aria-label={t('coupon.removeNamed', { code: coupon.code })} onClick={coupon.remove}>
        {t('coupon.remove')}
      </Button>
    </div>
  )
}

function CouponEnd({ coupon: { valid_to } }: { coupon: Coupon }) {
  const { t } = useTranslation('shop')
  const language = useLanguage()
  return valid_to ? ` ${t('coupon.until', { day: formatDay(valid_to, language) })}` : null
}

function CouponEntry({ onUse }: { onUse: (code: string) => void }) {
  const { t } = useTranslation('shop')
  const [check] = useLazyCheckCouponQuery()
  const form = useForm(
    undefined,
    { coupon_code: '' },
    {
      check: ({ coupon_code }) => ({ coupon_code: !coupon_code.trim() && t('coupon.required') }),
      send: ({ coupon_code }) => check({ coupon_code: coupon_code.trim() }),
      onSaved: (_, { coupon_code }) => onUse(coupon_code.trim()),
    },
  )
  const { error, ...field } = form.field('coupon_code')
  return (
    <Form className={classes.entry} onSubmit={form.submit}>
      <TextInput
        label={t('coupon.label')}
        maxLength={50}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field}
        error={error ?? form.failure}
      />
      <Button type="submit" loading={form.isSending}>
        {t('coupon.use')}
      </Button>
    </Form>
  )
}
