import type { Karte } from '@sukoyaka/wire/karte'
import { useTranslation } from 'react-i18next'
import { SureDialog } from '../ui/SureDialog.tsx'
import { save } from '../ui/save.ts'
import { formatDate, useLanguage } from '../ui/tokyo.ts'
import { useRemoveKarteMutation } from './api.ts'

/** Asked because it cannot be undone. */
export function RemoveDialog({ karte, onClose }: { karte: Karte; onClose: () => void }) {
  const { t } = useTranslation('karte')
  const language = useLanguage()
  const [remove] = useRemoveKarteMutation()
  return (
    <SureDialog
      title={t('remove.title')}
      subtitle={t('item.title', { when: formatDate(karte.created_at, language, { time: true }) })}
      ask={t('remove.ask')}
      confirm={t('remove.confirm')}
      onClose={onClose}
      onSure={() => {
        void save(() => remove({ id: karte.id }), { done: t('remove.done'), failed: t('remove.failed') })
        onClose()
      }}
    />
  )
}
