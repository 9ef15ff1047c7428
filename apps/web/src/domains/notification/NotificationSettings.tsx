import type { NotificationSettings as Settings } from '@sukoyaka/wire/people/notification'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { RadioCards } from '../../ui/choice/RadioCards.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { SkeletonLines, useSkeleton } from '../../ui/layout/Skeleton.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { HoursFields } from './HoursFields.tsx'
import classes from './NotificationSettings.module.css'
import { useGetNotificationSettingsQuery, usePutNotificationSettingsMutation } from './notification-settings.ts'
import { PushDevice } from './PushDevice.tsx'

/** Notification settings and the send key. */
export function NotificationSettings() {
  const { t } = useTranslation('notification')
  const { data, isError, isFetching, refetch } = useGetNotificationSettingsQuery({})
  const isLate = useSkeleton(isFetching && data === undefined)
  if (isError && !data) return <ErrorState title={t('error')} onRetry={() => void refetch()} />
  if (!data) return isLate ? <SkeletonLines count={5} /> : null
  return <Form kept={data} />
}

function Form({ kept }: { kept: Settings }) {
  const { t } = useTranslation('notification')
  const [said, setSaid] = useState(kept)
  const [isTried, setTried] = useState(false)
  const [put, { isLoading }] = usePutNotificationSettingsMutation()
  const change = (part: Partial<Settings>) => setSaid((now) => ({ ...now, ...part }))
  const isWrong = said.hours?.weekdays.length === 0
  const save = async () => {
    setTried(true)
    if (isWrong) return
    if ((await put(said)).error) toast.error(t('failed'))
    else toast.success(t('settings.saved'))
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Card title={t('settings.mail.title')}>
        <Checkbox label={t('settings.mail.label')} checked={said.mail_enabled} onChange={(event) => change({ mail_enabled: event.currentTarget.checked })} />
        <p className={classes.text}>{t('settings.mail.text')}</p>
      </Card>
      <Card title={t('settings.push.title')}>
        <Checkbox label={t('settings.push.label')} checked={said.push_enabled} onChange={(event) => change({ push_enabled: event.currentTarget.checked })} />
        <p className={classes.text}>{t('settings.push.text')}</p>
        <PushDevice />
      </Card>
      <Card title={t('settings.hours.title')}>
        <HoursFields hours={said.hours} onChange={(hours) => change({ hours })} error={isTried && isWrong ? t('settings.hours.none') : undefined} />
        <p className={classes.text}>{t('settings.hours.text')}</p>
      </Card>
      <Card title={t('settings.key.title')}>
        <RadioCards
          label={t('settings.key.title')}
          value={said.send_key}
          onChange={(send_key) => change({ send_key })}
          cards={[
            { value: 'enter', title: t('settings.key.enter') },
            { value: 'ctrl_enter', title: t('settings.key.ctrl_enter') },
          ]}
        />
      </Card>
      <div className={classes.end}>
        <Button type="submit" kind="pri" loading={isLoading}>
          {t('settings.save')}
        </Button>
      </div>
    </form>
  )
}
