import { type HealthScore, totalName } from '@sukoyaka/wire/record/score'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { useListHealthScoresQuery } from './api.ts'
import { RankWord } from './RankWord.tsx'
import { ScoreDetail } from './ScoreDetail.tsx'
import classes from './ScoreDialog.module.css'

type Props = { user_id: number; initialCategory: string; audience: 'staff' | 'patient'; onClose: () => void }

/** Scrolls to the selected category, because the row overflows on phones. */
const show = (button: HTMLButtonElement | null) => button?.scrollIntoView?.({ block: 'nearest', inline: 'center' })

/** Scores with history and source values. */
export function ScoreDialog({ user_id, initialCategory, audience, onClose }: Props) {
  const { t } = useTranslation('score')
  const query = useListHealthScoresQuery({ user_id, include: ['sources'] })
  return (
    <Dialog title={t(`dialog.title.${audience}`)} subtitle={t('dialog.note')} width={1000} flush onClose={onClose}>
      <div className={classes.body} data-density={audience === 'patient' ? 'comfortable' : undefined}>
        <QueryView
          query={query}
          error={t('error')}
          skeleton={
            <div className={classes.waiting}>
              <SkeletonLines count={5} />
            </div>
          }
        >
          {({ items, has_unreleased }) => <Categories scores={items} hasUnreleased={has_unreleased} initialCategory={initialCategory} audience={audience} />}
        </QueryView>
      </div>
    </Dialog>
  )
}

function Categories({
  scores,
  hasUnreleased,
  initialCategory,
  audience,
}: Pick<Props, 'initialCategory' | 'audience'> & { scores: HealthScore[]; hasUnreleased: boolean }) {
  const { t } = useTranslation('score')
  const [name, setName] = useState(initialCategory)
  const chosen = scores.find(({ category }) => category.name === name) ?? scores[0]
  if (!chosen) return null
  return (
    <div className={classes.columns}>
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
              {rank && audience === 'staff' ? <RankWord rank={rank} /> : null}
              <span className={classes.point}>{point ?? <span className="visually-hidden">{t(`none.${audience}`)}</span>}</span>
            </button>
          </li>
        ))}
      </ul>
      <ScoreDetail key={chosen.category.id} score={chosen} hasUnreleased={hasUnreleased} audience={audience} />
    </div>
  )
}
