import type { Task } from '@sukoyaka/wire/care/task'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { Button } from '../../ui/button/Button.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { pageSize } from '../../ui/loading/use-existing-page.ts'
import { useListTasksQuery } from './api.ts'
import classes from './Task.module.css'
import { type TaskAbout, TaskRow } from './TaskRow.tsx'

const TaskDialog = lazyNamed(() => import('./TaskDialog.tsx'), 'TaskDialog')

export type TaskQuery = { user_id: number } | { assignee_id: 'me' } | { given_by: 'me' }
type Props = { query: TaskQuery & { state: 'open' | 'done' }; about: TaskAbout }

/** The tasks after the first page: a button shows one more page of them. `count`: how many there are. */
export function MoreTasks({ count, ...list }: Props & { count: number }) {
  const { t } = useTranslation('task')
  const [shown, setShown] = useState(0)
  const left = count - shown * pageSize
  return (
    <>
      {Array.from({ length: shown }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its number
        <Page key={at} {...list} page={at + 2} />
      ))}
      {left > 0 ? (
        <p className={classes.foot}>
          <Button kind="ghost" size="small" onClick={() => setShown(shown + 1)}>
            {t('more', { count: left })}
          </Button>
        </p>
      ) : null}
    </>
  )
}

function Page({ query, about, page }: Props & { page: number }) {
  const { t } = useTranslation('task')
  const mayWrite = usePermission('coordination.write')
  const [opened, setOpened] = useState<Task>()
  const tasks = useListTasksQuery({ ...query, page })
  // the newest version, so that a retry after a 409 does not send an old `updated_at`
  const task = opened && (tasks.currentData?.items.find(({ id }) => id === opened.id) ?? opened)
  return (
    <>
      <QueryView query={tasks} error={t('error')} skeleton={<SkeletonLines count={3} />} isEmpty={() => false}>
        {({ items }) => (
          <ul className={classes.list}>
            {items.map((item) => (
              <TaskRow key={item.id} task={item} about={about} mayWrite={mayWrite} onOpen={() => setOpened(item)} />
            ))}
          </ul>
        )}
      </QueryView>
      {task ? (
        <Suspense>
          <TaskDialog
            key={task.id}
            user_id={task.user_id}
            {...(about !== 'assignee' && { patient: task.user })}
            task={task}
            onClose={() => setOpened(undefined)}
            onRejected={(saved) => setOpened(saved ?? task)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
