import { totalName } from '@sukoyaka/wire/record/score'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { DateText } from '../../ui/date/DateText.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Empty } from '../../ui/layout/Empty.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { useListHealthScoresQuery } from './api.ts'
import { type LatestScore, latestScoresOf } from './latest-scores.ts'
import classes from './MyScoresCard.module.css'
import { PointBar } from './RankWord.tsx'
import { sentenceDay } from './words.ts'

const ScoreDialog = lazyNamed(() => import('./ScoreDialog.tsx'), 'ScoreDialog')

const totalOf = (scores: readonly LatestScore[] = []) => scores.find(({ score }) => score.category.name === totalName)
/** Every category that has a score, without the total; not only the most important ones, so that the worst is included. */
const knownOf = (scores: readonly LatestScore[]) => scores.filter(({ score }) => score.category.name !== totalName && score.point !== null)
const hasKnown = (scores: readonly LatestScore[] = []) => knownOf(scores).length > 0

/** A patient's own scores in plain language. */
export function MyScoresCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('score')
  const query = useListHealthScoresQuery({ user_id, count: 2 })
  const [opened, setOpened] = useState(false)
  const title = (scores: readonly LatestScore[] | undefined) => {
    const total = hasKnown(scores) ? totalOf(scores) : undefined
    return (
      <span className={classes.title}>
        {t('title')}
        {total ? (
          <span className={classes.day}>
            <DateText value={total.score.calculated_at} />
          </span>
        ) : null}
      </span>
    )
  }
  const openButton = (
    <Button kind="ghost" forward aria-haspopup="dialog" onClick={() => setOpened(true)}>
      {t('mine.open')}
    </Button>
  )
  return (
    <QueryCard
      title={title}
      action={(scores) => (hasKnown(scores) ? openButton : undefined)}
      query={{ ...query, currentData: query.currentData && latestScoresOf(query.currentData.items) }}
      error={t('error')}
      isEmpty={(scores) => !hasKnown(scores)}
      empty={<Empty title={t('mine.empty')} text={t('mine.emptyText')} />}
      skeleton={<ScoresSkeleton />}
      more={
        <Suspense>{opened ? <ScoreDialog user_id={user_id} initialCategory={totalName} audience="patient" onClose={() => setOpened(false)} /> : null}</Suspense>
      }
    >
      {(scores) => <Scores scores={scores} />}
    </QueryCard>
  )
}

function Scores({ scores }: { scores: readonly LatestScore[] }) {
  const total = totalOf(scores)
  return (
    <>
      {total ? <Total latestScore={total} /> : null}
      <ul className={classes.rows}>
        {knownOf(scores).map((latestScore) => (
          <Row key={latestScore.score.category.id} latestScore={latestScore} />
        ))}
      </ul>
    </>
  )
}

function ScoresSkeleton() {
  return (
    <ul className={classes.rows} aria-hidden="true">
      <li className={classes.waiting} />
      {[0, 1, 2, 3, 4, 5, 6, 7].map((at) => (
        <li key={at} className={classes.row}>
          <Skeleton height={20} width={at % 2 ? '88%' : '96%'} />
        </li>
      ))}
    </ul>
  )
}

function Total({ latestScore: { score, change, since } }: { latestScore: LatestScore }) {
  const { t } = useTranslation('score')
  const language = useLanguage()
  if (score.point === null) return <p className={classes.none}>{t('none.patient')}</p>
  const words = change === null ? undefined : change > 0 ? 'mine.up' : change < 0 ? 'mine.down' : 'mine.same'
  return (
    <div className={classes.total}>
      <p>
        <span className={classes.large}>{score.point}</span> <span className={classes.of}>/ 100</span>
      </p>
      {score.rank ? <p>{t(`rank.${score.rank}`)}</p> : null}
      {words && since ? <p className={classes.change}>{t(words, { day: sentenceDay(since, language), count: Math.abs(change!) })}</p> : null}
    </div>
  )
}

function Row({ latestScore: { score } }: { latestScore: LatestScore }) {
  const { t } = useTranslation('score')
  const { category, point, rank } = score
  return (
    <li className={classes.row}>
      <span>{category.display_name}</span>
      <span>
        <PointBar point={point} rank={rank} thick />
      </span>
      <span className={classes.point}>{point}</span>
      {rank ? <span className={classes.words}>{t(`rank.${rank}`)}</span> : null}
    </li>
  )
}
