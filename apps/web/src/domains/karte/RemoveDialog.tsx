import type { Karte } from '@sukoyaka/wire/care/karte'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { save } from '../../ui/form/save.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { useRemoveKarteMutation } from './api.ts'

/** Asks for confirmation before a note is deleted. The deletion cannot be undone. */
export function RemoveDialog({ karte, onClose }: { karte: Karte; onClose: () => void }) {
  const { t } = useTranslation('karte')
  const language = useLanguage()
  const [remove] = useRemoveKarteMutation()
  return (
    <ConfirmDialog
      title={t('remove.title')}
      subtitle={t('item.title', { when: formatDate(karte.created_at, language, { time: true }) })}
      question={t('remove.ask')}
      confirm={t('remove.confirm')}
      onClose={onClose}
      onConfirm={() => {
        void save(() => remove({ id: karte.id }), { done: t('remove.done'), failed: t('remove.failed') })
        onClose()
      }}
    />
  )
}
