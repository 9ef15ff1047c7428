import type { Task } from '@sukoyaka/wire/care/task'
import { useEffect } from 'react'
import { useListTasksQuery } from './api.ts'

type Props = { page: number; onRead: (page: number, tasks: readonly Task[]) => void }

/** Reads a page of the open tasks that the viewer gave to others, and the pages after it. Shows nothing. */
export function GivenTasksPages({ page, onRead }: Props) {
  const { currentData } = useListTasksQuery({ given_by: 'me', state: 'open', page })
  const tasks = currentData?.items
  useEffect(() => {
    if (tasks) onRead(page, tasks)
    return () => onRead(page, [])
  }, [page, tasks, onRead])
  return currentData?.next_page ? <GivenTasksPages page={currentData.next_page} onRead={onRead} /> : null
}
