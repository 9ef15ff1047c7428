import type { ReleaseItem } from '@sukoyaka/wire/boards/release-queue'
import { maxReleaseComment } from '@sukoyaka/wire/boards/release-queue'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { GroupCard } from './GroupCard.tsx'
import classes from './Queue.module.css'
import { Identity } from './QueueRow.tsx'

type Props = { comment: string; onChange: (comment: string) => void; items: readonly ReleaseItem[]; count: number; onRelease: () => void }

/** Checkups without a result to review; they are released together with one comment. */
export function WithinCard({ comment, onChange, items, count, onRelease }: Props) {
  const { t } = useTranslation('release_queue')
  return (
    <GroupCard group="within" count={count}>
      <div className={classes.within}>
        <TextArea
          label={t('within.comment', { count: items.length })}
          hint={t('within.hint')}
          value={comment}
          maxLength={maxReleaseComment}
          rows={2}
          lang="ja"
          onChange={onChange}
        />
        <div className={classes.actions}>
          <Button kind="neutral" onClick={() => onChange(t('within.presetText'))}>
            {t('within.preset')}
          </Button>
          <Button kind="soft" disabled={[...comment].length > maxReleaseComment} onClick={onRelease}>
            {t('release.do', { count: items.length })}
          </Button>
        </div>
      </div>
      <details className={classes.names}>
        <summary>{t('within.names', { count: items.length })}</summary>
        <ul className={classes.people}>
          {items.map((item) => (
            <li key={item.checkup.id}>
              <Identity item={item} />
            </li>
          ))}
        </ul>
      </details>
    </GroupCard>
  )
}
