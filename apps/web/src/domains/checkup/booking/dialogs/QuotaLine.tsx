import { includedKinds } from '@sukoyaka/wire/record/booking'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useGetCheckupQuotaQuery } from '../api.ts'
import classes from '../Booking.module.css'
import type { Kind } from '../menu.ts'

export const isIncluded = (kind: Kind) => (includedKinds as readonly Kind[]).includes(kind)

/** Remaining checkups of this kind in the plan, for the contract year that contains the day. */
export function QuotaLine({ user_id, kind, day }: { user_id: number; kind: Kind; day?: string }) {
  const { t } = useTranslation('booking')
  const { currentData } = useGetCheckupQuotaQuery({ user_id, ...(day && { on: day }) }, { skip: !isIncluded(kind) })
  if (!isIncluded(kind))
    return (
      <p className={classes.quota}>
        <IconInfoCircle aria-hidden />
        {t('quota.notIncluded')}
      </p>
    )
  if (!currentData) return <p className={classes.quota} />
  const quotaOfKind = currentData.items.find((quota) => quota.kind === kind)
  const hasRemaining = quotaOfKind !== undefined && quotaOfKind.left > 0
  const words = quotaOfKind ? t('quota.left', { kind: t(`quota.${kind as 'detail' | 'followup'}`), count: quotaOfKind.left }) : t('quota.none')
  return (
    <p className={classes.quota} data-unavailable={!hasRemaining || undefined}>
      {hasRemaining ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      {words}
    </p>
  )
}
