import type { AutoMinutes } from '@sukoyaka/wire/minutes'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../kit/call-error.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useRejectAutoMinutesMutation } from './api.ts'

export function RejectDialog({ minutes, onClose }: { minutes: AutoMinutes; onClose: () => void }) {
  const { t } = useTranslation('minutes')
  const [reject, { isLoading }] = useRejectAutoMinutesMutation()
  const run = async () => {
    const { error } = await reject({ id: minutes.interview_id, updated_at: minutes.updated_at })
    if (error) toast.error(t('reject.failed'), { text: (error as CallError).error })
    else toast.success(t('reject.done'))
    onClose()
  }
  return (
    <Dialog
      title={t('reject.title')}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {t('cancel')}
          </Button>
          <Button kind="dan" loading={isLoading} onClick={() => void run()}>
            {t('reject.confirm')}
          </Button>
        </>
      )}
    >
      <p>{t('reject.ask')}</p>
    </Dialog>
  )
}
