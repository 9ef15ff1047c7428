import { IconClipboardText } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'

const SummaryTextDialog = lazyNamed(() => import('./SummaryTextDialog.tsx'), 'SummaryTextDialog')

export function SummaryTextButton({ user_id }: { user_id: number }) {
  const { t } = useTranslation('patient')
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('text.open')} icon={<IconClipboardText aria-hidden />} onClick={() => setOpen(true)} />
      <Suspense>{open ? <SummaryTextDialog user_id={user_id} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
