import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import type { Conflict } from '../place.ts'
import classes from './ConflictDialog.module.css'

type Props = { conflict: Conflict; mine: string; onDecide: (choice: 'both' | 'mine' | 'theirs') => void; onClose: () => void }

/** Shows both texts of a conflict side by side, or only one's own text if the draft is gone. Closing the dialog leaves the conflict unresolved. */
export function ConflictDialog({ conflict, mine, onDecide, onClose }: Props) {
  const { t } = useTranslation('karte')
  const language = useLanguage()
  const isDeleted = conflict.kind === 'gone'
  return (
    <Dialog
      title={t(isDeleted ? 'draft.conflict' : 'conflict.title')}
      width={1000}
      onClose={onClose}
      footer={() =>
        isDeleted ? (
          <Button kind="primary" onClick={() => onDecide('mine')}>
            {t('conflict.continue')}
          </Button>
        ) : (
          <>
            <Button onClick={() => onDecide('mine')}>{t('conflict.keepMine')}</Button>
            <Button onClick={() => onDecide('theirs')}>{t('conflict.keepTheirs')}</Button>
            <Button kind="primary" data-autofocus onClick={() => onDecide('both')}>
              {t('conflict.both')}
            </Button>
          </>
        )
      }
    >
      <p className={classes.text}>{t(isDeleted ? 'conflict.gone' : 'conflict.text')}</p>
      <div className={isDeleted ? undefined : classes.two}>
        <section aria-label={t('conflict.mine')}>
          <h3 className={classes.head}>{t('conflict.mine')}</h3>
          <p className={classes.memo} lang="ja">
            {mine}
          </p>
        </section>
        {isDeleted ? null : (
          <section aria-label={t('conflict.theirs')}>
            <h3 className={classes.head}>
              {t('conflict.theirs')}
              {conflict.at ? <span className={classes.when}>{formatDate(conflict.at, language, { time: true })}</span> : null}
            </h3>
            <p className={classes.memo} lang="ja">
              {conflict.theirs}
            </p>
          </section>
        )}
      </div>
    </Dialog>
  )
}
