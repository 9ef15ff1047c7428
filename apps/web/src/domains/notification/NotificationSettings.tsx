import type { NotificationSettings as Settings } from '@sukoyaka/wire/people/notification'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { RadioCards } from '../../ui/choice/RadioCards.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { useHasKeyboard } from '../../ui/layout/phone.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { useGetPushKeyQuery } from './api.ts'
import { HoursFields } from './HoursFields.tsx'
import classes from './NotificationSettings.module.css'
import { useGetNotificationSettingsQuery, usePutNotificationSettingsMutation } from './notification-settings.ts'
import { PushDevice } from './PushDevice.tsx'

/** Notification settings and the send key. */
export function NotificationSettings() {
  const { t } = useTranslation('notification')
  return (
    <QueryView query={useGetNotificationSettingsQuery({})} error={t('error')} skeleton={<SkeletonLines count={5} />}>
      {(settings) => <SettingsForm saved={settings} />}
    </QueryView>
  )
}

function SettingsForm({ saved }: { saved: Settings }) {
  const { t } = useTranslation('notification')
  const [saveSettings] = usePutNotificationSettingsMutation()
  // without a key no draft is kept, because unsaved switches that come back later would look like saved ones
  const form = useForm(undefined, saved, {
    check: ({ hours }) => ({ hours: hours?.weekdays.length === 0 && t('settings.hours.none') }),
    send: (settings) => saveSettings(settings),
    messages: { done: t('settings.saved'), failed: t('failed') },
  })
  const { hours } = form.values
  const me = useAppSelector(selectMe)
  const hasKeyboard = useHasKeyboard()
  // a server without push keys sends no push notifications
  const hasPush = useGetPushKeyQuery({}).data?.key !== null
  return (
    <Form className={classes.form} onSubmit={form.submit}>
      <Card title={t('settings.mail.title')}>
        <Checkbox label={t('settings.mail.label')} {...form.checkbox('mail_enabled')} />
        <p className={classes.text}>{t('settings.mail.text')}</p>
      </Card>
      <Card title={t('settings.push.title')}>
        {hasPush ? (
          <>
            <Checkbox label={t('settings.push.label')} {...form.checkbox('push_enabled')} />
            <p className={classes.text}>{t('settings.push.text')}</p>
          </>
        ) : null}
        <PushDevice />
      </Card>
      <Card title={t('settings.hours.title')}>
        <HoursFields hours={hours} onChange={(next) => form.put({ hours: next })} error={form.errorOf('hours')} />
        <p className={classes.text}>{t(`settings.hours.text.${me?.role === 'patient' ? 'patient' : 'staff'}`)}</p>
      </Card>
      {hasKeyboard ? (
        <Card title={t('settings.key.title')}>
          <RadioCards
            label={t('settings.key.title')}
            {...form.field('send_key')}
            cards={[
              { value: 'enter', title: t('settings.key.enter') },
              { value: 'ctrl_enter', title: t('settings.key.ctrl_enter') },
            ]}
          />
        </Card>
      ) : null}
      <FormFailure form={form} />
      <div className={classes.end}>
        <Button type="submit" kind="primary" loading={form.isSending}>
          {t('settings.save')}
        </Button>
      </div>
    </Form>
  )
}
