import { includedKinds } from '@sukoyaka/wire/record/booking'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../../ui/status/Badge.tsx'
import { useGetCheckupQuotaQuery } from '../api.ts'
import classes from '../Booking.module.css'
import type { Kind } from '../menu.ts'

export const isIncluded = (kind: Kind): kind is (typeof includedKinds)[number] => (includedKinds as readonly Kind[]).includes(kind)

type Quota = { isLoaded: boolean; left: number | undefined; isUsedUp: boolean }

/**
 * What the plan still includes of this kind in the contract year that contains the day (default: today). `left` is undefined without a contract, until
 * it is loaded, and for a kind that no plan includes.
 */
export const useQuota = (user_id: number, kind: Kind, day?: string): Quota => {
  const { currentData } = useGetCheckupQuotaQuery({ user_id, ...(day && { on: day }) }, { skip: !isIncluded(kind) })
  const left = currentData?.items.find((quota) => quota.kind === kind)?.left
  return { isLoaded: currentData !== undefined, left, isUsedUp: currentData !== undefined && isIncluded(kind) && !left }
}

export function QuotaLine({ kind, quota: { isLoaded, left, isUsedUp } }: { kind: Kind; quota: Quota }) {
  const { t } = useTranslation('booking')
  if (!isIncluded(kind))
    return (
      <p className={classes.quota}>
        <IconInfoCircle aria-hidden />
        {t('quota.notIncluded')}
      </p>
    )
  if (!isLoaded) return <p className={classes.quota} />
  return (
    <p className={classes.quota} data-unavailable={isUsedUp || undefined}>
      {isUsedUp ? <IconAlertTriangle aria-hidden /> : <IconCircleCheck aria-hidden />}
      {left === undefined ? t('quota.none') : t('quota.left', { kind: t(`quota.${kind}`), count: left })}
    </p>
  )
}

/** Whether the plan includes the kind, and how many are left in this contract year. */
export function KindBadge({ user_id, kind }: { user_id: number; kind: Kind }) {
  const { t } = useTranslation('booking')
  const { isLoaded, left } = useQuota(user_id, kind)
  if (!isIncluded(kind)) return <Badge>{t('kind.notIncluded')}</Badge>
  return (
    <Badge tone={left === 0 ? 'neutral' : 'accent'}>
      {!isLoaded ? t('kind.included') : left === undefined ? t('kind.noContract') : t('kind.left', { count: left })}
    </Badge>
  )
}
