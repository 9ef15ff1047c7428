import { totalName } from '@sukoyaka/wire/record/score'
import { Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { DateText } from '../../ui/date/DateText.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { useQueryState } from '../../ui/loading/QueryView.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { useListHealthScoresQuery } from './api.ts'
import { type LatestScore, latestScoresOf } from './latest-scores.ts'
import { PointBar, RankWord } from './RankWord.tsx'
import classes from './ScoreStrip.module.css'
import { changeText, previousDay } from './words.ts'

const ScoreDialog = lazyNamed(() => import('./ScoreDialog.tsx'), 'ScoreDialog')

/** Total score and the most important categories (those with `strip`) in one line. Without any score, it says why. */
export function ScoreStrip({ user_id }: { user_id: number }) {
  const { t } = useTranslation('score')
  const id = useId()
  const query = useListHealthScoresQuery({ user_id, count: 2 })
  // not a QueryView, because the heading is beside the cells also while they load
  const { data, isFailed, isSkeletonShown } = useQueryState(query)
  const [opened, setOpened] = useState<string>()
  const latestScores = data && latestScoresOf(data.items)
  const hasNone = latestScores && !latestScores.some(({ score }) => score.point !== null)
  const total = latestScores?.find(({ score }) => score.category.name === totalName)
  return (
    <section className={classes.strip} aria-labelledby={id} aria-busy={(!data && !isFailed) || undefined}>
      {isFailed ? (
        <div className={classes.failed}>
          <h2 id={id} className="visually-hidden">
            {t('title')}
          </h2>
          <ErrorState title={t('error')} onRetry={() => void query.refetch()} />
        </div>
      ) : hasNone ? (
        <div className={classes.absent}>
          <h2 id={id}>{t('title')}</h2>
          <p>{t(data.has_unreleased ? 'absent.unreleased' : 'absent.none')}</p>
        </div>
      ) : (
        <div className={classes.box}>
          <div className={classes.total}>
            <div className={classes.head}>
              <h2 id={id}>{t('title')}</h2>
              {total ? (
                <span className={classes.day}>
                  <DateText value={total.score.calculated_at} />
                </span>
              ) : null}
            </div>
            {latestScores ? (
              <Total latestScore={total} hasUnreleased={data.has_unreleased} onOpen={() => setOpened(totalName)} />
            ) : isSkeletonShown ? (
              <Skeleton height={44} />
            ) : null}
          </div>
          <ul className={classes.cells}>
            {latestScores
              ? latestScores
                  .filter(({ score }) => score.category.strip)
                  .map((latestScore) => <Cell key={latestScore.score.id} latestScore={latestScore} onOpen={setOpened} />)
              : [0, 1, 2, 3, 4, 5, 6, 7].map((at) => (
                  <li key={at} className={classes.waiting}>
                    {isSkeletonShown ? <Skeleton height={40} /> : null}
                  </li>
                ))}
          </ul>
        </div>
      )}
      <Suspense>{opened ? <ScoreDialog user_id={user_id} initialCategory={opened} audience="staff" onClose={() => setOpened(undefined)} /> : null}</Suspense>
    </section>
  )
}

type TotalProps = { latestScore: LatestScore | undefined; hasUnreleased: boolean; onOpen: () => void }

function Total({ latestScore, hasUnreleased, onOpen }: TotalProps) {
  const { t } = useTranslation('score')
  const language = useLanguage()
  const { score, change = null, since } = latestScore ?? {}
  return (
    <>
      <div className={classes.sum}>
        {score && score.point !== null ? (
          <>
            <p className={classes.whole}>
              <span className={classes.large}>{score.point}</span> <span className={classes.of}>/ 100</span>
            </p>
            {score.rank ? <RankWord rank={score.rank} large /> : null}
          </>
        ) : (
          <p className={classes.none}>{t('none.staff')}</p>
        )}
        <Button className={classes.open} kind="ghost" size="small" onClick={onOpen}>
          {t('open')}
        </Button>
      </div>
      {change === null || !since ? null : (
        <p className={classes.facts}>
          {t('change', { change: changeText(change, language) })} <span className={classes.since}>{previousDay(since, language)}</span>
        </p>
      )}
      {hasUnreleased ? <p className={classes.facts}>{t('unreleased.short')}</p> : null}
    </>
  )
}

function Cell({ latestScore: { score, change, since }, onOpen }: { latestScore: LatestScore; onOpen: (name: string) => void }) {
  const { t } = useTranslation('score')
  const language = useLanguage()
  const { category, point, rank } = score
  const label =
    point === null || !rank ? t('said.none', { name: category.display_name }) : t('said.point', { name: category.display_name, point, word: t(`word.${rank}`) })
  const changed = change === null || !since ? undefined : { change: changeText(change, language), since: previousDay(since, language) }
  return (
    <li>
      <button type="button" className={classes.cell} aria-haspopup="dialog" onClick={() => onOpen(category.name)}>
        <span className="visually-hidden">{changed ? t('said.change', { said: label, ...changed }) : label}</span>
        <span className={classes.name} aria-hidden>
          {category.display_name}
        </span>
        <span className={classes.value} aria-hidden>
          <span className={classes.number}>{point ?? '–'}</span>
          {rank ? <RankWord rank={rank} /> : null}
        </span>
        <PointBar point={point} rank={rank} />
        <span className={classes.change} aria-hidden>
          {changed ? t('change', changed) : null}
        </span>
      </button>
    </li>
  )
}
