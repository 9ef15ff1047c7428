import { IconPencilPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { useMayWrite } from './use-may-write.ts'

const WriteDialog = lazyNamed(() => import('./composer/WriteDialog.tsx'), 'WriteDialog')

type Props = { user_id: number /** Patient name for the subtitle, because the dialog covers the page on phones. */; patient: string | undefined }

/** Opens the editor for a new note beside the page. */
export function WriteButton({ user_id, patient }: Props) {
  const { t } = useTranslation('karte')
  const [open, setOpen] = useState(false)
  if (!useMayWrite()) return null
  return (
    <>
      <Button kind="pri" icon={<IconPencilPlus aria-hidden />} onClick={() => setOpen(true)}>
        {t('write.title')}
      </Button>
      <Suspense>{open ? <WriteDialog user_id={user_id} patient={patient} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
