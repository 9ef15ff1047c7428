import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useRemoveKarteDraftMutation } from '../api.ts'
import type { Draft } from './use-draft.ts'

type Props = { draft: Draft; onDiscarded: () => void; onClose: () => void }

/** Asks for confirmation before a draft is discarded. This cannot be undone. */
export function DiscardDialog({ draft, onDiscarded, onClose }: Props) {
  const { t } = useTranslation('karte')
  const [remove, { isLoading }] = useRemoveKarteDraftMutation()
  const run = async () => {
    const { draft_id: id } = draft.now()
    const { error } = id ? await remove({ id }) : {}
    if (error && 'status' in error && error.status !== 404) toast.error(t('draft.discardFailed'))
    else {
      draft.clear()
      onDiscarded()
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('write.discard')}
      question={t('write.discardAsk')}
      confirm={t('write.discard')}
      isBusy={isLoading}
      // stays until the draft is removed, so that no text is typed that would be discarded with it
      onClose={() => !isLoading && onClose()}
      onConfirm={() => void run()}
    />
  )
}
