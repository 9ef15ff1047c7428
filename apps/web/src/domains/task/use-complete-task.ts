import type { Task } from '@sukoyaka/wire/care/task'
import { useTranslation } from 'react-i18next'
import { save } from '../../ui/form/save.ts'
import { useChangeTaskMutation } from './api.ts'

/** Returns a function that completes an open task or reopens a completed one; a toast offers undo. */
export const useCompleteTask = () => {
  const { t } = useTranslation('task')
  const [change] = useChangeTaskMutation()
  const set = ({ id, content }: Pick<Task, 'id' | 'content'>, done: boolean, isUndo = false) =>
    void save(
      () => change({ id, done }),
      { done: t(done ? 'done' : 'markedNotDone'), failed: t('markFailed'), text: content },
      isUndo ? {} : { onUndo: () => set({ id, content }, !done, true) },
    )
  return (task: Task) => set(task, task.done_at === null)
}
