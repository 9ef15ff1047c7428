import { totalName } from '@sukoyaka/wire/record/score'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { SkeletonLines, useSkeleton } from '../../ui/loading/Skeleton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { useListHealthScoresQuery } from './api.ts'
import { Rank } from './Rank.tsx'
import { ScoreDetail } from './ScoreDetail.tsx'
import classes from './ScoreDialog.module.css'

type Props = { user_id: number; first: string; reader: 'staff' | 'patient'; onClose: () => void }

/** Scrolls to the selected category, because the row overflows on phones. */
const show = (button: HTMLButtonElement | null) => button?.scrollIntoView?.({ block: 'nearest', inline: 'center' })

/** Scores with history and source values. */
export function ScoreDialog({ user_id, first, reader, onClose }: Props) {
  const { t } = useTranslation('score')
  const { currentData, isError, isFetching, refetch } = useListHealthScoresQuery({ user_id, include: ['sources'] })
  const failed = isError && !currentData && !isFetching
  const skeleton = useSkeleton(!currentData && !failed)
  const [name, setName] = useState(first)
  const scores = skeleton ? undefined : currentData?.items
  const chosen = scores?.find(({ category }) => category.name === name) ?? scores?.[0]
  return (
    <Dialog title={t(`dialog.title.${reader}`)} subtitle={t('dialog.note')} width={1000} flush onClose={onClose}>
      <div className={classes.body} data-density={reader === 'patient' ? 'comfortable' : undefined}>
        {failed && !skeleton ? (
          <ErrorState title={t('error')} onRetry={() => void refetch()} />
        ) : !scores || !chosen ? (
          <div className={classes.waiting}>{skeleton ? <SkeletonLines count={5} /> : null}</div>
        ) : (
          <>
            <ul className={classes.categories} aria-label={t('dialog.categories')}>
              {scores.map(({ category, point, rank }) => (
                <li key={category.id}>
                  <button
                    type="button"
                    className={classes.category}
                    aria-pressed={category.id === chosen.category.id}
                    ref={category.id === chosen.category.id ? show : undefined}
                    onClick={() => setName(category.name)}
                  >
                    <span className={category.name === totalName ? classes.whole : classes.name}>{category.display_name}</span>
                    <Rank rank={rank} />
                    <span className={classes.point}>{point ?? <span className="visually-hidden">{t(`none.${reader}`)}</span>}</span>
                  </button>
                </li>
              ))}
            </ul>
            <ScoreDetail key={chosen.category.id} score={chosen} reader={reader} />
          </>
        )}
      </div>
    </Dialog>
  )
}
