import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { AddButton } from '../../ui/button/AddButton.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { useListHabitGoalsQuery } from './api.ts'
import { GoalRow } from './GoalRow.tsx'
import classes from './HabitGoalsCard.module.css'
import { useShownOrder } from './order.ts'

const AddGoalDialog = lazyNamed(() => import('./dialogs/AddGoalDialog.tsx'), 'AddGoalDialog')
const EditGoalDialog = lazyNamed(() => import('./dialogs/EditGoalDialog.tsx'), 'EditGoalDialog')

const maxRows = 8

/** For staff: a patient's goals. */
export function HabitGoalsCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('habit')
  const query = useListHabitGoalsQuery({ user_id })
  const goals = useShownOrder(query.currentData?.items)
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<HabitGoal>()
  const add = useRef<HTMLButtonElement>(null)
  const mayAdd = usePermission('habit_goals.add')
  const mayWrite = usePermission('habit_goals.write')
  const addButton = (isDisabled: boolean) => <AddButton ref={add} label={t('add.title')} onClick={() => setAdding(true)} disabled={isDisabled} />
  return (
    <QueryCard
      className={classes.card}
      title={t('card.title')}
      query={{ ...query, currentData: goals && { items: goals } }}
      error={t('card.error')}
      empty={<Empty title={t('card.empty')} text={mayAdd ? t('card.emptyText') : undefined} />}
      skeleton={<GoalsSkeleton />}
      count={({ items }) => items.length || undefined}
      action={(shown) => (mayAdd ? addButton(!shown) : undefined)}
      more={
        <Suspense>
          {isAdding && goals ? <AddGoalDialog user_id={user_id} goals={goals} audience="staff" onClose={() => setAdding(false)} /> : null}
          {edited ? (
            <EditGoalDialog
              key={edited.id}
              goal={edited}
              latest={goals?.find(({ id }) => id === edited.id) ?? edited}
              onClose={() => setEdited(undefined)}
              onRemoved={() => requestAnimationFrame(() => add.current?.focus())}
            />
          ) : null}
        </Suspense>
      }
    >
      {({ items }) => (
        <div className={classes.box}>
          <Rows goals={items} onEdit={mayWrite ? setEdited : undefined} />
        </div>
      )}
    </QueryCard>
  )
}

function GoalsSkeleton() {
  return (
    <div className={classes.box}>
      <ul className={classes.list} aria-hidden="true">
        {[0, 1, 2, 3].map((at) => (
          <li key={at} className={classes.row}>
            <Skeleton width={at % 2 ? '72%' : '84%'} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Rows({ goals, onEdit }: { goals: HabitGoal[]; onEdit?: (goal: HabitGoal) => void }) {
  const { t } = useTranslation('habit')
  const [all, setAll] = useState(false)
  const mayTick = usePermission('habit_goals.tick')
  return (
    <>
      <ul className={classes.list}>
        {(all ? goals : goals.slice(0, maxRows)).map((goal) => (
          <GoalRow key={goal.id} goal={goal} mayTick={mayTick} onEdit={onEdit} />
        ))}
      </ul>
      {goals.length > maxRows ? (
        <div className={classes.foot}>
          <Button kind="ghost" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('card.fewer', { count: maxRows }) : t('card.all', { count: goals.length })}
          </Button>
        </div>
      ) : null}
    </>
  )
}
