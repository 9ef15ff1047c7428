import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { listSeparator } from '../../ui/text/list-separator.ts'
import type { Chosen } from './drafts.ts'
import classes from './Queue.module.css'
import { useIdentity } from './words.ts'

/** Asks before checkups are released, with the names and comments. */
export function ConfirmRelease({
  chosen,
  isBusy,
  onConfirm,
  onClose,
}: {
  chosen: readonly Chosen[]
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const { t } = useTranslation(['release_queue', 'common'])
  const identityOf = useIdentity()
  const separator = listSeparator(useLanguage())
  const comments = Map.groupBy(chosen, ({ comment }) => comment ?? '')
  return (
    <Dialog
      title={t('release_queue:release.ask', { count: chosen.length })}
      width={640}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {t('common:action.cancel')}
          </Button>
          <Button kind="primary" loading={isBusy} onClick={onConfirm}>
            {t('release_queue:release.do', { count: chosen.length })}
          </Button>
        </>
      )}
    >
      <p>{t('release_queue:release.askText')}</p>
      <dl className={classes.chosen}>
        {[...comments].map(([comment, people]) => (
          <div key={comment}>
            <dt lang="ja">{people.map(({ item }) => identityOf(item).name).join(separator)}</dt>
            <dd lang={comment ? 'ja' : undefined}>{comment || t('release_queue:release.noComment')}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
