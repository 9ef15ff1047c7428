import { fullName } from '@sukoyaka/rules/person'
import type { Task } from '@sukoyaka/wire/care/task'
import { IconCircle, IconCircleCheckFilled, IconClock } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Tooltip } from '../../ui/overlay/Tooltip.tsx'
import { dueOf, useDueWords } from './due.ts'
import classes from './Task.module.css'
import { TaskMessage } from './TaskMessage.tsx'
import { useCompleteTask } from './use-complete-task.ts'

/** People shown in the row: the assignee in a patient's list, the patient in one's own list, both in the list of tasks assigned to others. */
export type TaskAbout = 'assignee' | 'patient' | 'both'
type Props = { task: Task; about: TaskAbout; mayWrite: boolean; onOpen: (task: Task) => void }

export function TaskRow({ task, about, mayWrite, onOpen }: Props) {
  const { t } = useTranslation('task')
  const language = useLanguage()
  const words = useDueWords()
  const toggle = useCompleteTask()
  const { content, due_on, user, assignee } = task
  const isDone = task.done_at !== null
  const now = new Date()
  const due = due_on && !isDone ? dueOf(due_on, now) : 'later'
  return (
    <li className={clsx(classes.row, isDone && classes.isDone)}>
      {mayWrite ? (
        <Tooltip label={t(isDone ? 'markNotDone' : 'markDone', { content })}>
          <button type="button" className={classes.check} aria-pressed={isDone} aria-label={t('markDone', { content })} onClick={() => toggle(task)}>
            {isDone ? <IconCircleCheckFilled aria-hidden /> : <IconCircle aria-hidden />}
          </button>
        </Tooltip>
      ) : (
        <span className={classes.check}>{isDone ? <IconCircleCheckFilled aria-hidden /> : <IconCircle aria-hidden />}</span>
      )}
      <div className={classes.words}>
        {mayWrite ? (
          <button type="button" className={classes.content} lang="ja" aria-label={t('open', { content })} onClick={() => onOpen(task)}>
            {content}
          </button>
        ) : (
          <p className={classes.content} lang="ja">
            {content}
          </p>
        )}
        {task.message ? <TaskMessage user_id={task.user_id} message={task.message} /> : null}
        <p className={classes.about}>
          {about === 'assignee' ? null : (
            <Link to={`/${user.id}/summary`} lang="ja">
              {fullName(user, language)}
            </Link>
          )}
          {about === 'patient' ? null : <span lang={assignee ? 'ja' : undefined}>{assignee ? fullName(assignee, language) : t('unassigned')}</span>}
          {due_on ? (
            <span className={due === 'later' ? undefined : classes.near}>
              {due === 'later' ? null : <IconClock aria-hidden />}
              {words(due_on, now)}
            </span>
          ) : null}
        </p>
      </div>
    </li>
  )
}
