import type { Karte } from '@sukoyaka/wire/care/karte'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { KarteItem } from './KarteItem.tsx'

/** Dialog with one note. */
export function KarteDialog({ karte, onClose }: { karte: Karte; onClose: () => void }) {
  const { t } = useTranslation('karte')
  const language = useLanguage()
  return (
    <Dialog title={t('item.title', { when: formatDate(karte.created_at, language, { weekday: true }) })} width={640} onClose={onClose}>
      <KarteItem karte={karte} isBare />
    </Dialog>
  )
}
