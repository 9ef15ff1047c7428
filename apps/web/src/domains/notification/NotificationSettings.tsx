import type { NotificationSettings as Settings } from '@sukoyaka/wire/people/notification'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { RadioCards } from '../../ui/choice/RadioCards.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { HoursFields } from './HoursFields.tsx'
import classes from './NotificationSettings.module.css'
import { useGetNotificationSettingsQuery, usePutNotificationSettingsMutation } from './notification-settings.ts'
import { PushDevice } from './PushDevice.tsx'

/** Notification settings and the send key. */
export function NotificationSettings() {
  const { t } = useTranslation('notification')
  return (
    <QueryView query={useGetNotificationSettingsQuery({})} error={t('error')} skeleton={<SkeletonLines count={5} />}>
      {(settings) => <Form saved={settings} />}
    </QueryView>
  )
}

function Form({ saved }: { saved: Settings }) {
  const { t } = useTranslation('notification')
  const [settings, setSettings] = useState(saved)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [saveSettings, { isLoading }] = usePutNotificationSettingsMutation()
  const change = (part: Partial<Settings>) => setSettings((now) => ({ ...now, ...part }))
  const isInvalid = settings.hours?.weekdays.length === 0
  const save = async () => {
    setIsSubmitted(true)
    if (isInvalid) return
    if ((await saveSettings(settings)).error) toast.error(t('failed'))
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
        <Checkbox
          label={t('settings.mail.label')}
          checked={settings.mail_enabled}
          onChange={(event) => change({ mail_enabled: event.currentTarget.checked })}
        />
        <p className={classes.text}>{t('settings.mail.text')}</p>
      </Card>
      <Card title={t('settings.push.title')}>
        <Checkbox
          label={t('settings.push.label')}
          checked={settings.push_enabled}
          onChange={(event) => change({ push_enabled: event.currentTarget.checked })}
        />
        <p className={classes.text}>{t('settings.push.text')}</p>
        <PushDevice />
      </Card>
      <Card title={t('settings.hours.title')}>
        <HoursFields hours={settings.hours} onChange={(hours) => change({ hours })} error={isSubmitted && isInvalid ? t('settings.hours.none') : undefined} />
        <p className={classes.text}>{t('settings.hours.text')}</p>
      </Card>
      <Card title={t('settings.key.title')}>
        <RadioCards
          label={t('settings.key.title')}
          value={settings.send_key}
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
