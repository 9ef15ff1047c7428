import { IconClipboardText, IconDotsVertical, IconPencilPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenPane } from '../../domains/karte/pane/KarteBeside.tsx'
import { useMayWrite } from '../../domains/karte/use-may-write.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { MenuButton } from '../../ui/overlay/MenuButton.tsx'

const SummaryTextDialog = lazyNamed(() => import('./SummaryTextDialog.tsx'), 'SummaryTextDialog')

/** Actions of the header, for phones. */
export function PatientMenu({ user_id }: { user_id: number }) {
  const { t } = useTranslation(['patient', 'karte'])
  const openPane = useOpenPane()
  const mayWrite = useMayWrite()
  const [isTextOpen, setTextOpen] = useState(false)
  return (
    <>
      <MenuButton
        label={t('patient:header.menu')}
        icon={<IconDotsVertical aria-hidden />}
        items={[
          ...(mayWrite && openPane ? [{ key: 'write', label: t('karte:write.title'), icon: <IconPencilPlus aria-hidden />, onPick: openPane }] : []),
          { key: 'text', label: t('patient:text.open'), icon: <IconClipboardText aria-hidden />, onPick: () => setTextOpen(true) },
        ]}
      />
      <Suspense>{isTextOpen ? <SummaryTextDialog user_id={user_id} onClose={() => setTextOpen(false)} /> : null}</Suspense>
    </>
  )
}
