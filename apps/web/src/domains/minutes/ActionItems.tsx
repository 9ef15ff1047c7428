import type { MinutesActionItem } from '@sukoyaka/wire/care/minutes'
import { IconCheck, IconChecklist, IconTargetArrow } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { save } from '../../ui/form/save.ts'
import { Badge } from '../../ui/status/Badge.tsx'
import { useConvertMinutesItemMutation } from './api.ts'
import classes from './Minutes.module.css'

/** Action items; with `canWrite`, each can become a team task or a patient's goal. */
export function ActionItems({ items, canWrite }: { items: readonly MinutesActionItem[]; canWrite: boolean }) {
  const { t } = useTranslation('minutes')
  if (!items.length) return null
  return (
    <section className={classes.actions}>
      <h3 className={classes.heading}>{t('actions')}</h3>
      <ul className={classes.items}>
        {items.map((item) => (
          <Item key={item.id} item={item} canWrite={canWrite} />
        ))}
      </ul>
    </section>
  )
}

function Item({ item, canWrite }: { item: MinutesActionItem; canWrite: boolean }) {
  const { t } = useTranslation('minutes')
  const [convert, { isLoading, originalArgs }] = useConvertMinutesItemMutation()
  const press = (kind: 'task' | 'habit_goal') =>
    void save(() => convert({ id: item.id, kind }), {
      done: t(kind === 'task' ? 'actions.taskDone' : 'actions.goalDone'),
      failed: t('actions.failed'),
      text: item.content,
    })
  const became = item.task_id !== null ? t('actions.isTask') : item.habit_goal_id !== null ? t('actions.isGoal') : undefined
  const busy = (kind: 'task' | 'habit_goal') => isLoading && originalArgs?.kind === kind
  return (
    <li className={classes.item}>
      <div className={classes.what} lang="ja">
        <p className={classes.content}>
          {item.content}
          {item.assignee_name ? <span className={classes.assignee}>{item.assignee_name}</span> : null}
          {item.is_done ? <span className={classes.assignee}>{t('actions.done')}</span> : null}
        </p>
        {item.description ? <p className={classes.more}>{item.description}</p> : null}
      </div>
      {became ? (
        <Badge tone="healthy" icon={<IconCheck size={14} aria-hidden />}>
          {became}
        </Badge>
      ) : canWrite ? (
        <div className={classes.presses}>
          <Button size="small" icon={<IconChecklist aria-hidden />} loading={busy('task')} onClick={() => press('task')}>
            {t('actions.task')}
          </Button>
          <Button size="small" icon={<IconTargetArrow aria-hidden />} loading={busy('habit_goal')} onClick={() => press('habit_goal')}>
            {t('actions.goal')}
          </Button>
        </div>
      ) : null}
    </li>
  )
}
