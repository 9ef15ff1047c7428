import type { AutoMinutes } from '@sukoyaka/wire/care/minutes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useRejectAutoMinutesMutation } from './api.ts'

export function RejectDialog({ minutes, onClose }: { minutes: AutoMinutes; onClose: () => void }) {
  const { t } = useTranslation('minutes')
  const [reject, { isLoading }] = useRejectAutoMinutesMutation()
  // as they were when this user decided to reject them
  const [updated_at] = useState(minutes.updated_at)
  const run = async () => {
    const { error } = await reject({ id: minutes.interview_id, updated_at })
    if (error) toast.error(t('reject.failed'), { text: (error as CallError).error })
    else toast.success(t('reject.done'))
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('reject.title')}
      question={t('reject.ask')}
      confirm={t('reject.confirm')}
      kind="primary"
      isBusy={isLoading}
      onClose={onClose}
      onConfirm={() => void run()}
    />
  )
}
