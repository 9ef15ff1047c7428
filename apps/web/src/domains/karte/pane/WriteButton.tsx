import { IconPencilPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { useMayWrite } from '../use-may-write.ts'
import { useOpenPane } from './KarteBeside.tsx'

/** Opens the editor of the surrounding `KarteBeside`. */
export function WriteButton({ kind = 'primary' }: { kind?: 'primary' | 'secondary' }) {
  const { t } = useTranslation('karte')
  const open = useOpenPane()
  if (!useMayWrite()) return null
  return (
    <Button kind={kind} icon={<IconPencilPlus aria-hidden />} onClick={open}>
      {t('write.title')}
    </Button>
  )
}
