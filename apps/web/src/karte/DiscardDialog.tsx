import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useRemoveKarteDraftMutation } from './api.ts'
import type { Draft } from './use-draft.ts'

/** Asked because what was written is gone then. */
export function DiscardDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { t } = useTranslation(['karte', 'common'])
  const [remove] = useRemoveKarteDraftMutation()
  const run = async () => {
    const { draft_id: id } = draft.now()
    const { error } = id ? await remove({ id }) : {}
    if (error && 'status' in error && error.status !== 404) toast.error(t('draft.refused'))
    else draft.clear()
    onClose()
  }
  return (
    <Dialog
      title={t('write.discard')}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {t('common:action.cancel')}
          </Button>
          <Button kind="dan" icon={<IconTrash aria-hidden />} onClick={() => void run()}>
            {t('write.discard')}
          </Button>
        </>
      )}
    >
      <p>{t('write.discardAsk')}</p>
    </Dialog>
  )
}
