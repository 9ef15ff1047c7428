import { scopeOf } from '@sukoyaka/wire/access'
import type { DeviceDay, TypedValue } from '@sukoyaka/wire/record/device-day'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { usePreferDeviceMutation } from './api.ts'
import { valueText } from './words.ts'

/** Replaces a manually entered value with the devices' value, after confirmation. */
export function PreferDevice({ user_id, why: { day, kind, value } }: { user_id: number; why: DeviceDay }) {
  const { t } = useTranslation('device')
  const language = useLanguage()
  const me = useAppSelector(selectMe)
  const [isAsking, setAsking] = useState(false)
  const [prefer, { isLoading }] = usePreferDeviceMutation()
  if (value === null || !me || !scopeOf(me.role, 'health_data.write')) return null
  const onUndo = async (typed: TypedValue) => {
    const { error } = await prefer({ user_id, day, kind, typed })
    if (error) toast.error(t('prefer.undoFailed'), { onRetry: () => void onUndo(typed) })
    else toast.success(t('prefer.undone'))
  }
  const onConfirm = async () => {
    const { data, error } = await prefer({ user_id, day, kind })
    setAsking(false)
    const removed = data?.removed
    if (error) toast.error(t('prefer.failed'))
    else toast.success(t('prefer.done', { value: valueText(t, kind, value) }), removed ? { onUndo: () => void onUndo(removed) } : {})
  }
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {t('prefer')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('prefer')}
          question={t('prefer.question', { day: formatDate(day, language, { weekday: true }), kind: t(`kind.${kind}`), value: valueText(t, kind, value) })}
          confirm={t('prefer.confirm')}
          kind="primary"
          isBusy={isLoading}
          onConfirm={() => void onConfirm()}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}
