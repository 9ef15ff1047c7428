import type { Task } from '@sukoyaka/wire/care/task'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { AddButton } from '../../ui/button/AddButton.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import type { OpenPatient } from '../../ui/overlay/open-patient.tsx'
import { useListTasksQuery } from './api.ts'
import type { TaskQuery } from './MoreTasks.tsx'
import classes from './Task.module.css'
import { type TaskAbout, TaskRow } from './TaskRow.tsx'

const TaskDialog = lazyNamed(() => import('./TaskDialog.tsx'), 'TaskDialog')
const MoreTasks = lazyNamed(() => import('./MoreTasks.tsx'), 'MoreTasks')

/** Open tasks for one patient, of any assignee; a button shows done tasks. */
export function TasksCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('task')
  const mayWrite = usePermission('coordination.write')
  return <TaskList title={t('title')} query={{ user_id }} about="assignee" addFor={mayWrite ? user_id : undefined} />
}

/** Own tasks for all patients. */
export function MyTasksCard() {
  const { t } = useTranslation('task')
  return <TaskList title={t('mine')} query={{ assignee_id: 'me' }} about="patient" addFor={undefined} />
}

/** Tasks the viewer assigned to others; renders nothing until one is open. Then the card stays, because its dialog may be open when the last task is done. */
export function GivenTasksCard() {
  const { t } = useTranslation('task')
  const { currentData } = useListTasksQuery({ given_by: 'me', state: 'open' })
  const [wasShown, setWasShown] = useState(false)
  if (currentData?.total_count && !wasShown) setWasShown(true)
  if (!wasShown) return null
  return <TaskList title={t('given')} query={{ given_by: 'me' }} about="both" addFor={undefined} />
}

type Props = { title: string; query: TaskQuery; about: TaskAbout; addFor: number | undefined }
type OpenedTask = { user_id: number; patient?: OpenPatient; task?: Task }

function TaskList({ title, query, about, addFor }: Props) {
  const { t } = useTranslation('task')
  const mayWrite = usePermission('coordination.write')
  const openTasks = useListTasksQuery({ ...query, state: 'open' })
  const { currentData } = openTasks
  const [at, setAt] = useState<OpenedTask>()
  const [showsDone, setShowsDone] = useState(false)
  const open = currentData?.items ?? []
  const isOpen = !at?.task || open.some(({ id }) => id === at.task?.id)
  const doneTasks = useListTasksQuery({ ...query, state: 'done' }, { skip: !showsDone && isOpen })
  const listed = [...open, ...(doneTasks.currentData?.items ?? [])]
  /** The newest version of a task, for the dialog, so that a retry after a 409 does not send an old `updated_at`. */
  const latest = (task: Task) => listed.find(({ id }) => id === task.id) ?? task
  const add = addFor === undefined ? undefined : () => setAt({ user_id: addFor })
  const more = (state: 'open' | 'done', { items, total_count }: { items: readonly Task[]; total_count: number }) =>
    total_count > items.length ? (
      <Suspense>
        <MoreTasks query={{ ...query, state }} about={about} count={total_count - items.length} />
      </Suspense>
    ) : null
  const row = (task: Task) => (
    <TaskRow
      key={task.id}
      task={task}
      about={about}
      mayWrite={mayWrite}
      onOpen={() => setAt({ user_id: task.user_id, task, ...(about !== 'assignee' && { patient: task.user }) })}
    />
  )
  return (
    <QueryCard
      title={title}
      query={openTasks}
      error={t('error')}
      skeleton={
        <div style={{ minHeight: 66 }}>
          <SkeletonLines count={3} />
        </div>
      }
      count={({ items, total_count }) => (items.length ? total_count : undefined)}
      action={add ? <AddButton label={t('add')} onClick={add} /> : undefined}
      more={
        at ? (
          <Suspense>
            <TaskDialog
              key={at.task?.id ?? 'new'}
              {...at}
              {...(at.task && { task: latest(at.task) })}
              onClose={() => setAt(undefined)}
              onRejected={(saved) => setAt(saved ? { ...at, task: saved } : at)}
            />
          </Suspense>
        ) : null
      }
    >
      {(tasks) => (
        <>
          {tasks.items.length ? <ul className={classes.list}>{tasks.items.map(row)}</ul> : <Empty title={t('empty')} />}
          {more('open', tasks)}
          {showsDone ? <DoneList tasks={doneTasks.currentData?.items} isError={doneTasks.isError} row={row} /> : null}
          {showsDone && doneTasks.currentData ? more('done', doneTasks.currentData) : null}
          <p className={classes.foot}>
            <Button kind="ghost" size="small" aria-expanded={showsDone} onClick={() => setShowsDone(!showsDone)}>
              {t(showsDone ? 'hideDone' : 'showDone')}
            </Button>
          </p>
        </>
      )}
    </QueryCard>
  )
}

type DoneProps = { tasks: readonly Task[] | undefined; isError: boolean; row: (task: Task) => React.ReactNode }

function DoneList({ tasks, isError, row }: DoneProps) {
  const { t } = useTranslation('task')
  // only one line, because below the open tasks there is no room for a skeleton or an `ErrorState`
  if (!tasks) return <p className={classes.about}>{isError ? t('error') : null}</p>
  return tasks.length ? <ul className={classes.list}>{tasks.map(row)}</ul> : <p className={classes.about}>{t('noneDone')}</p>
}
