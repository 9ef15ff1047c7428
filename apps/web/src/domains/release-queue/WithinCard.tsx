import type { ReleaseItem } from '@sukoyaka/wire/boards/release-queue'
import { maxReleaseComment } from '@sukoyaka/wire/boards/release-queue'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { type Drafts, draftOf, hasOwnField } from './drafts.ts'
import { GroupCard } from './GroupCard.tsx'
import classes from './Queue.module.css'
import { Identity } from './QueueRow.tsx'
import { useIdentity } from './words.ts'

type Props = {
  comment: string
  onChange: (comment: string) => void
  items: readonly ReleaseItem[]
  drafts: Drafts
  onChangeOwn: (item: ReleaseItem, comment: string) => void
  count: number
  onRelease: () => void
}

const isTooLong = (comment: string) => [...comment].length > maxReleaseComment

/** Checkups without a result to review; they are released together with one comment, except those for which a comment was written. */
export function WithinCard({ comment, onChange, items, drafts, onChangeOwn, count, onRelease }: Props) {
  const { t } = useTranslation('release_queue')
  const identityOf = useIdentity()
  const own = items.filter((item) => hasOwnField(drafts, item)).map((item) => ({ item, text: draftOf(drafts, item).comment }))
  const commonCount = items.length - own.filter(({ text }) => text.trim()).length
  const isCommonShown = commonCount > 0 || comment !== ''
  return (
    <GroupCard group="within" count={count}>
      <div className={classes.within}>
        {own.map(({ item, text }) => (
          <TextArea
            key={item.checkup.id}
            label={t('within.own', { name: identityOf(item).name })}
            hint={t('within.ownHint')}
            value={text}
            maxLength={maxReleaseComment}
            rows={2}
            lang="ja"
            onChange={(next) => onChangeOwn(item, next)}
          />
        ))}
        {isCommonShown ? (
          <TextArea
            label={t('within.comment', { count: commonCount })}
            hint={t('within.hint')}
            value={comment}
            maxLength={maxReleaseComment}
            rows={2}
            lang="ja"
            onChange={onChange}
          />
        ) : null}
        <div className={classes.actions}>
          {isCommonShown ? (
            <Button kind="neutral" onClick={() => onChange(t('within.presetText'))}>
              {t('within.preset')}
            </Button>
          ) : null}
          <Button kind="soft" disabled={isTooLong(comment) || own.some(({ text }) => isTooLong(text))} onClick={onRelease}>
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
