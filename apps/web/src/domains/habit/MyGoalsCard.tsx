import { addDays } from '@sukoyaka/rules/time'
import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, formatSentenceDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Empty } from '../../ui/layout/Empty.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { useListHabitGoalsQuery } from './api.ts'
import { DailyGoal } from './DailyGoal.tsx'
import { GoalWords } from './GoalWords.tsx'
import { KindIcon } from './KindIcon.tsx'
import classes from './MyGoalsCard.module.css'
import { useShownOrder } from './order.ts'
import { today, useToggleAchieved } from './use-toggle-achieved.ts'
import { pausedUntil } from './Week.tsx'
import { wordsOf } from './words.ts'

const PauseDialog = lazyNamed(() => import('./dialogs/PauseDialog.tsx'), 'PauseDialog')
const AddGoalDialog = lazyNamed(() => import('./dialogs/AddGoalDialog.tsx'), 'AddGoalDialog')

/** Days for which an achieved goal stays visible before it is collapsed. */
const recentDays = 7
/** The Japanese counter つ goes up to nine. */
const maxTsuCount = 9

/** A patient’s own goals: open ones to tick, recently achieved ones and, on request, those achieved earlier. */
export function MyGoalsCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('habit')
  const query = useListHabitGoalsQuery({ user_id })
  const goals = useShownOrder(query.currentData?.items)
  const [isAdding, setAdding] = useState(false)
  const addButton = (
    <Button kind="ghost" icon={<IconPlus aria-hidden />} onClick={() => setAdding(true)}>
      {t('mine.add')}
    </Button>
  )
  return (
    <QueryCard
      title={(shown) => t(shown?.items.some(isDaily) ? 'today.title' : 'mine.title')}
      action={(shown) => (shown?.items.length ? <Count goals={shown.items} /> : undefined)}
      query={{ ...query, currentData: goals && { items: goals } }}
      error={t('mine.error')}
      empty={<Empty title={t('mine.empty')} text={t('mine.emptyText')} action={addButton} />}
      skeleton={
        <ul className={classes.waiting} aria-hidden="true">
          {[0, 1, 2, 3].map((at) => (
            <li key={at} className={classes.row}>
              <Skeleton height={20} width={at % 2 ? '72%' : '84%'} />
            </li>
          ))}
        </ul>
      }
      more={
        <Suspense>{isAdding && goals ? <AddGoalDialog user_id={user_id} goals={goals} audience="patient" onClose={() => setAdding(false)} /> : null}</Suspense>
      }
    >
      {({ items }) => <Rows goals={items} addButton={addButton} />}
    </QueryCard>
  )
}

/** Whether the patient is asked about the goal every day: it is open and has a number of days per week. */
const isDaily = ({ days_per_week, achieved_on }: HabitGoal) => days_per_week !== null && achieved_on === null

const isOld = ({ achieved_on }: HabitGoal) => achieved_on !== null && achieved_on <= addDays(today(), -recentDays)

function Count({ goals }: { goals: HabitGoal[] }) {
  const { t } = useTranslation('habit')
  const dailyGoals = goals.filter((goal) => isDaily(goal) && !pausedUntil(goal))
  if (dailyGoals.length) {
    const doneCount = dailyGoals.filter(({ week }) => week.at(-1)?.done).length
    return (
      <span className={classes.count}>
        {t(dailyGoals.length > maxTsuCount ? 'today.countMany' : 'today.count', { all: dailyGoals.length, count: doneCount })}
      </span>
    )
  }
  if (goals.some(isDaily)) return null
  const current = goals.filter((goal) => !isOld(goal))
  if (current.length === 0) return null
  const all = current.length
  const count = current.filter(({ achieved_on }) => achieved_on).length
  const isMany = all > maxTsuCount
  const words = count ? t(isMany ? 'mine.countMany' : 'mine.count', { all, count }) : t(isMany ? 'mine.openMany' : 'mine.open', { count: all })
  return <span className={classes.count}>{words}</span>
}

function Rows({ goals, addButton }: { goals: HabitGoal[]; addButton: ReactNode }) {
  const { t } = useTranslation('habit')
  // Collapse only goals that were old on first render; goals that are ticked or unticked later stay visible.
  const oldIdsRef = useRef<ReadonlySet<number>>(undefined)
  oldIdsRef.current ??= new Set(goals.filter(isOld).map(({ id }) => id))
  const [all, setAll] = useState(false)
  // Achieving a goal for good and pausing it are separate from the daily tick.
  const [isReviewing, setReviewing] = useState(false)
  const [isPausing, setPausing] = useState(false)
  const oldIds = oldIdsRef.current
  const oldGoals = goals.filter(({ id }) => oldIds.has(id))
  const visible = all ? goals : goals.filter(({ id }) => !oldIds.has(id))
  const daily = visible.filter(({ id, days_per_week }) => days_per_week !== null && !oldIds.has(id))
  const others = visible.filter((goal) => !daily.includes(goal))
  const hasDaily = daily.length > 0
  const pausable = goals.filter((goal) => isDaily(goal) && !pausedUntil(goal))
  return (
    <>
      {visible.length === 0 ? <p className={classes.none}>{t('mine.none')}</p> : null}
      {hasDaily ? (
        <ul>{daily.map((goal) => (isReviewing || !isDaily(goal) ? <MyGoal key={goal.id} goal={goal} /> : <DailyGoal key={goal.id} goal={goal} />))}</ul>
      ) : null}
      {hasDaily && others.length ? <h3 className={classes.others}>{t('today.others')}</h3> : null}
      <ul>
        {others.map((goal) => (
          <MyGoal key={goal.id} goal={goal} />
        ))}
      </ul>
      <div className={classes.foot}>
        {addButton}
        {hasDaily ? (
          <Button kind="neutral" aria-expanded={isReviewing} onClick={() => setReviewing(!isReviewing)}>
            {t(isReviewing ? 'today.closed' : 'today.close')}
          </Button>
        ) : null}
        {isReviewing && pausable.length ? (
          <Button kind="neutral" aria-haspopup="dialog" onClick={() => setPausing(true)}>
            {t('pause.open.patient')}
          </Button>
        ) : null}
        {oldGoals.length > 0 && (isReviewing || !hasDaily) ? (
          <Button kind="neutral" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('mine.recent') : t('mine.older', { count: oldGoals.length })}
          </Button>
        ) : null}
      </div>
      <Suspense>{isPausing ? <PauseDialog goals={pausable} audience="patient" onClose={() => setPausing(false)} /> : null}</Suspense>
    </>
  )
}

function MyGoal({ goal }: { goal: HabitGoal }) {
  const { t } = useTranslation('habit')
  const language = useLanguage()
  const toggle = useToggleAchieved(goal, 'patient')
  const words = wordsOf(goal, language)
  const { achieved_on } = goal
  const isThisYear = achieved_on?.slice(0, 4) === today().slice(0, 4)
  return (
    <li className={classes.row}>
      <KindIcon kind={goal.kind} />
      <div className={classes.words}>
        <GoalWords goal={goal} />
        {achieved_on ? (
          <p className={classes.since}>
            {t('mine.since', { day: isThisYear ? formatSentenceDate(achieved_on, language, { time: false }) : formatDate(achieved_on, language) })}
          </p>
        ) : null}
      </div>
      <button type="button" className={classes.check} aria-pressed={achieved_on !== null} aria-label={t('mine.check', { goal: words.short })} onClick={toggle}>
        <IconCheck aria-hidden />
        {/* both labels overlap so that the longer one sets the width and ticking causes no layout shift */}
        <span className={classes.said} data-other={t(achieved_on ? 'mine.ask' : 'mine.done')}>
          {t(achieved_on ? 'mine.done' : 'mine.ask')}
        </span>
      </button>
    </li>
  )
}
