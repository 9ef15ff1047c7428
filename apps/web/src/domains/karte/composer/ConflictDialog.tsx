import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import type { Conflict } from '../place.ts'
import classes from './ClashDialog.module.css'

type Props = { conflict: Conflict; mine: string; onDecide: (choice: 'both' | 'mine' | 'theirs') => void; onClose: () => void }

/** Shows both versions of a conflict side by side; closing keeps both and resolves nothing. */
export function ConflictDialog({ conflict, mine, onDecide, onClose }: Props) {
  const { t } = useTranslation('karte')
  const language = useLanguage()
  const isDeleted = conflict.kind === 'gone'
  return (
    <Dialog
      title={t('clash.title')}
      width={1000}
      onClose={onClose}
      footer={() =>
        isDeleted ? (
          <Button kind="pri" onClick={() => onDecide('mine')}>
            {t('clash.goOn')}
          </Button>
        ) : (
          <>
            <Button onClick={() => onDecide('mine')}>{t('clash.keepMine')}</Button>
            <Button onClick={() => onDecide('theirs')}>{t('clash.keepTheirs')}</Button>
            <Button kind="pri" data-autofocus onClick={() => onDecide('both')}>
              {t('clash.both')}
            </Button>
          </>
        )
      }
    >
      <p className={classes.text}>{t(isDeleted ? 'clash.gone' : 'clash.text')}</p>
      <div className={isDeleted ? undefined : classes.two}>
        <section aria-label={t('clash.mine')}>
          <h3 className={classes.head}>{t('clash.mine')}</h3>
          <p className={classes.memo} lang="ja">
            {mine}
          </p>
        </section>
        {isDeleted ? null : (
          <section aria-label={t('clash.theirs')}>
            <h3 className={classes.head}>
              {t('clash.theirs')}
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
