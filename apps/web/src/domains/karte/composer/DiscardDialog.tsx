import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../api/call-error.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useRemoveKarteDraftMutation } from '../api.ts'
import type { Draft } from './use-draft.ts'

type Props = { draft: Draft; onDiscarded: () => void; onConflict: () => void; onClose: () => void }

/** Asks for confirmation before a draft is discarded. This cannot be undone, so text that another window or device saved meanwhile is kept, as a conflict. */
export function DiscardDialog({ draft, onDiscarded, onConflict, onClose }: Props) {
  const { t } = useTranslation('karte')
  const [isBusy, setBusy] = useState(false)
  const [remove] = useRemoveKarteDraftMutation()
  const removeVersion = async () => {
    const { draft_id: id, version } = draft.now()
    const { error } = id ? await remove({ id, version }) : {}
    return error as CallError | undefined
  }
  const run = async () => {
    setBusy(true)
    let error = await removeVersion()
    // the newer version is either a save of this composer that had not ended, or of another window: then this save is rejected with the text of that window
    if (error?.status === 409 && (await draft.flush(true))) error = await removeVersion()
    if (error?.status === 409 && draft.now().conflict) onConflict()
    else if (error && error.status !== 404) toast.error(t('draft.discardFailed'))
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
      isBusy={isBusy}
      // stays until the draft is removed, so that no text is typed that would be discarded with it
      onClose={() => !isBusy && onClose()}
      onConfirm={() => void run()}
    />
  )
}
