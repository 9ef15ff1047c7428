import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import classes from './Queue.module.css'
import { Identity } from './QueueRow.tsx'
import type { Refused } from './use-release.ts'

/** Checkups that were not released, with patient and reason. */
export function RefusedCard({ refused, onClose }: { refused: readonly Refused[]; onClose: () => void }) {
  const { t } = useTranslation('release_queue')
  if (!refused.length) return null
  return (
    <div className={classes.refused} role="alert">
      <h2 className={classes.refusedTitle}>{t('refused.title', { count: refused.length })}</h2>
      <p>{t('refused.text')}</p>
      <ul className={classes.refusedList}>
        {refused.map(({ id, item, reason }) => (
          <li key={id}>
            <Identity item={item} />
            <p>{t(`refused.${reason}`)}</p>
          </li>
        ))}
      </ul>
      <Button size="small" onClick={onClose}>
        {t('refused.close')}
      </Button>
    </div>
  )
}
