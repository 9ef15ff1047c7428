import type { SampleType } from '@sukoyaka/wire/record/device'
import type { DeviceSync } from '@sukoyaka/wire/record/device-day'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { leaveAndReturn } from '../../i18n/return-language.ts'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useBeginGoogleAuthorizationMutation, useRemoveGoogleTokenMutation, useUnauthorizedScopesQuery } from './api.ts'
import classes from './Devices.module.css'
import { LastPost, lastArrivalOf } from './SourceRow.tsx'
import { momentText } from './words.ts'

const otherTypes: readonly SampleType[] = ['heart_rate', 'body_weight']

/** Data types for which devices have no order, and one's own Google account. */
export function OtherCard({ sync, isOwn }: { sync: DeviceSync; isOwn: boolean }) {
  const { t } = useTranslation('device')
  const rows = otherTypes.flatMap((type) => {
    const arrival = lastArrivalOf(sync, [type])
    return arrival ? [{ type, arrival }] : []
  })
  if (!rows.length && !isOwn) return null
  return (
    <Card title={t('other.title')}>
      <ul className={classes.list}>
        {rows.map(({ type, arrival }) => (
          <li key={type} className={classes.item}>
            <p className={clsx(classes.name, classes.type)}>{t(`type.${type}`)}</p>
            <LastPost arrival={arrival} />
          </li>
        ))}
        {isOwn ? <GoogleRow /> : null}
      </ul>
    </Card>
  )
}

function GoogleRow() {
  const { t } = useTranslation('device')
  const language = useLanguage()
  const { currentData } = useUnauthorizedScopesQuery({})
  const [begin, { isLoading }] = useBeginGoogleAuthorizationMutation()
  const [remove] = useRemoveGoogleTokenMutation()
  if (!currentData?.is_available) return null
  const { connected_at, refused_at, items } = currentData
  const stateText = () => {
    if (!connected_at) return t('google.off')
    if (refused_at) return t('google.refused', { time: formatDate(refused_at, language, { weekday: true }) })
    return items.length ? t('google.missing', { count: items.length }) : t('google.on', { time: momentText(connected_at, language) })
  }
  const open = async () => {
    const { data } = await begin({})
    if (data) leaveAndReturn(data.url)
    else toast.error(t('google.failed'))
  }
  const onRemove = async () => {
    const { error } = await remove({})
    if (error) toast.error(t('google.failed'))
    else toast.success(t('google.removed'))
  }
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.name}>{t('google.title')}</p>
        <p className={clsx(classes.quiet, refused_at && classes.late)}>{stateText()}</p>
      </div>
      <div className={classes.buttons}>
        {!connected_at || items.length ? (
          <Button loading={isLoading} onClick={() => void open()}>
            {t(connected_at ? 'google.allow' : 'google.connect')}
          </Button>
        ) : null}
        {connected_at ? (
          <Button kind="ghost" onClick={() => void onRemove()}>
            {t('google.remove')}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
