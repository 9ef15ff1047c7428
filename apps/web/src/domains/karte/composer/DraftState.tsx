import { IconAlertTriangle, IconCheck, IconCloudOff } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { formatDate, formatTime, useLanguage } from '../../../ui/date/tokyo.ts'
import { Spinner } from '../../../ui/loading/Spinner.tsx'
import classes from './DraftState.module.css'
import type { Draft } from './use-draft.ts'

/** Save state of the draft. The line is always rendered, so that the layout does not shift while typing. */
export function DraftState({ status, isConflict, onCompare }: { status: Draft['status']; isConflict: boolean; onCompare: () => void }) {
  const { t } = useTranslation('karte')
  const language = useLanguage()
  if (isConflict)
    return (
      <p className={clsx(classes.state, classes.warning)} role="alert">
        <IconAlertTriangle aria-hidden />
        {t('draft.conflict')}
        <Button kind="ghost" size="small" onClick={onCompare}>
          {t('draft.compare')}
        </Button>
      </p>
    )
  const isWarning = status.kind === 'offline' || status.kind === 'rejected'
  return (
    <p className={clsx(classes.state, isWarning && classes.warning)} role="status">
      {status.kind === 'saving' ? (
        <>
          <Spinner /> {t('draft.saving')}
        </>
      ) : status.kind === 'saved' ? (
        <>
          <IconCheck aria-hidden /> {t('draft.saved', { time: formatTime(status.at) })}
        </>
      ) : status.kind === 'restored' ? (
        t('draft.restored', { when: formatDate(status.at, language, { time: true }) })
      ) : status.kind === 'offline' ? (
        <>
          <IconCloudOff aria-hidden /> {t('draft.offline')}
        </>
      ) : status.kind === 'rejected' ? (
        <>
          <IconAlertTriangle aria-hidden /> {t('draft.rejected')}　{status.reason}
        </>
      ) : null}
    </p>
  )
}
