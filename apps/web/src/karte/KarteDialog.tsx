import type { Karte } from '@sukoyaka/wire/karte'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/Dialog.tsx'
import { formatDate, useLanguage } from '../ui/tokyo.ts'
import { KarteItem } from './KarteItem.tsx'

/** One note by itself. */
export function KarteDialog({ karte, onClose }: { karte: Karte; onClose: () => void }) {
  const { t } = useTranslation('karte')
  const language = useLanguage()
  return (
    <Dialog title={t('item.title', { when: formatDate(karte.created_at, language, { weekday: true }) })} width={640} onClose={onClose}>
      <KarteItem karte={karte} isBare />
    </Dialog>
  )
}
