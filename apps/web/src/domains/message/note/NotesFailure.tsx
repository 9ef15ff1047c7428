import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import classes from './Note.module.css'

/** Says that notes are missing from the conversation. */
export function NotesFailure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['conversation', 'common'])
  return (
    <p className={classes.failed} role="alert">
      <IconLock aria-hidden />
      {t('note.error')}
      <Button kind="neutral" size="small" onClick={onRetry}>
        {t('common:action.retry')}
      </Button>
    </p>
  )
}
