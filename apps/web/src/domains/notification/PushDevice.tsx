import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { useGetPushKeyQuery } from './api.ts'
import classes from './NotificationSettings.module.css'
import { usePush } from './use-push.ts'

/** Push state of this browser with a switch. */
export function PushDevice() {
  const { t } = useTranslation('notification')
  const { data } = useGetPushKeyQuery({})
  const { state, isBusy, turnOn, turnOff } = usePush(data?.key)
  if (!data || state === undefined) return null
  return (
    <div className={classes.device}>
      <p className={classes.state} role="status">
        {data.key === null ? t('settings.push.unset') : t(`settings.push.${state === 'on' ? 'isOn' : state === 'off' ? 'isOff' : state}`)}
      </p>
      {data.key !== null && (state === 'on' || state === 'off') ? (
        <Button kind={state === 'on' ? 'neutral' : 'secondary'} loading={isBusy} onClick={() => void (state === 'on' ? turnOff() : turnOn())}>
          {t(state === 'on' ? 'settings.push.off' : 'settings.push.on')}
        </Button>
      ) : null}
    </div>
  )
}
