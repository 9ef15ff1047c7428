import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useRemoveImageMutation, useRemoveImageTestResultMutation } from './api.ts'
import classes from './EditDialog.module.css'
import { reasonOf, useImageTexts } from './image-texts.ts'

export function RemoveResultDialog({ result, onClose, onRemoved }: { result: ImageTestResult; onClose: () => void; onRemoved: () => void }) {
  const { t } = useTranslation('imaging')
  const { name, day } = useImageTexts('staff', result)
  const [remove] = useRemoveImageTestResultMutation()
  const run = async () => {
    const { error } = await remove({ id: result.id })
    if (error) toast.error(t('remove.failed'), { text: reasonOf(error), onRetry: () => void run() })
    else toast.success(t('remove.done'), { text: t('view.title', { name, day }) })
  }
  return (
    <ConfirmDialog
      title={t('remove.title')}
      subtitle={t('view.title', { name, day })}
      question={t('remove.ask')}
      confirm={t('remove.confirm')}
      onClose={onClose}
      onConfirm={() => {
        void run()
        onRemoved()
      }}
    />
  )
}

export function RemoveFileDialog({ result, image_id, onClose }: { result: ImageTestResult; image_id: number; onClose: () => void }) {
  const { t } = useTranslation('imaging')
  const { name, day } = useImageTexts('staff', result)
  const at = result.images.findIndex(({ id }) => id === image_id)
  const variants = result.images[at]?.variants
  const [remove] = useRemoveImageMutation()
  const run = async () => {
    const { error } = await remove({ id: result.id, image_id })
    if (error) toast.error(t('remove.fileFailed'), { text: reasonOf(error), onRetry: () => void run() })
    else toast.success(t('remove.fileDone'))
  }
  return (
    <ConfirmDialog
      title={t('remove.fileTitle')}
      subtitle={t('view.title', { name, day })}
      question={t('remove.fileAsk', { at: at + 1 })}
      confirm={t('remove.fileConfirm')}
      onClose={onClose}
      onConfirm={() => {
        void run()
        onClose()
      }}
    >
      <p className={classes.removed}>{variants ? <img src={variants.small} alt="" /> : <span className={classes.video}>{t('card.video')}</span>}</p>
    </ConfirmDialog>
  )
}
