import type { Interview } from '@sukoyaka/wire/care/interview'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../api/call-error.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useRemoveInterviewMutation } from '../api.ts'
import { useInterviewName } from '../words.ts'
import classes from './Editor.module.css'

export function RemoveDialog({ interview, onClose, onRemoved }: { interview: Interview; onClose: () => void; onRemoved: () => void }) {
  const { t } = useTranslation('interviews')
  const name = useInterviewName()(interview)
  const [remove, { isLoading, error }] = useRemoveInterviewMutation()
  const run = async () => {
    const { error: removeError } = await remove({ id: interview.id })
    if (removeError) return
    onRemoved()
    toast.success(t('removed'), { text: name })
  }
  return (
    <ConfirmDialog
      title={t('remove')}
      question={t('remove.ask')}
      confirm={t('remove.do')}
      cancelLabel={t('back')}
      isBusy={isLoading}
      isBlocked={(error as CallError | undefined)?.status === 409}
      onClose={onClose}
      onConfirm={() => void run()}
    >
      {error ? (
        <p role="alert" className={classes.refused}>
          {(error as CallError).error}
        </p>
      ) : null}
    </ConfirmDialog>
  )
}
