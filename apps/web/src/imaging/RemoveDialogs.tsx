import type { ImageTestResult } from '@sukoyaka/wire/imaging'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useRemoveImageMutation, useRemoveImageTestResultMutation } from './api.ts'
import { reasonOf, useWords } from './words.ts'

type Asked = { title: string; ask: string; confirm: string; subtitle: string; onConfirm: () => void; onClose: () => void }

function Ask({ title, ask, confirm, subtitle, onConfirm, onClose }: Asked) {
  const { t } = useTranslation('common')
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {t('action.cancel')}
          </Button>
          <Button kind="dan" icon={<IconTrash aria-hidden />} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      )}
    >
      <p>{ask}</p>
    </Dialog>
  )
}

export function RemoveResultDialog({ result, onClose, onRemoved }: { result: ImageTestResult; onClose: () => void; onRemoved: () => void }) {
  const { t } = useTranslation('imaging')
  const { name, day } = useWords('staff')(result)
  const [remove] = useRemoveImageTestResultMutation()
  const run = async () => {
    const { error } = await remove({ id: result.id })
    if (error) toast.error(t('remove.failed'), { text: reasonOf(error), onRetry: () => void run() })
    else toast.success(t('remove.done'), { text: t('view.title', { name, day }) })
  }
  return (
    <Ask
      title={t('remove.title')}
      subtitle={t('view.title', { name, day })}
      ask={t('remove.ask')}
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
  const { name, day } = useWords('staff')(result)
  const at = result.images.findIndex(({ id }) => id === image_id) + 1
  const [remove] = useRemoveImageMutation()
  const run = async () => {
    const { error } = await remove({ id: result.id, image_id })
    if (error) toast.error(t('remove.fileFailed'), { text: reasonOf(error), onRetry: () => void run() })
    else toast.success(t('remove.fileDone'))
  }
  return (
    <Ask
      title={t('remove.fileTitle')}
      subtitle={t('view.title', { name, day })}
      ask={t('remove.fileAsk', { at })}
      confirm={t('remove.fileConfirm')}
      onClose={onClose}
      onConfirm={() => {
        void run()
        onClose()
      }}
    />
  )
}
