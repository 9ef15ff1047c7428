import type { Task } from '@sukoyaka/wire/care/task'
import { useTranslation } from 'react-i18next'
import { save } from '../../ui/form/save.ts'
import { useChangeTaskMutation } from './api.ts'

/** Returns a function that completes an open task or reopens a completed one; a toast offers undo. */
export const useCompleteTask = () => {
  const { t } = useTranslation('task')
  const [change] = useChangeTaskMutation()
  /** `undone`: the task as the change to undo left it. If somebody has changed it since, the undo is rejected. */
  const set = ({ id, content }: Pick<Task, 'id' | 'content'>, done: boolean, undone?: Task) => {
    let saved: Task | undefined
    const send = async () => {
      const result = await change({ id, done, ...(undone && { updated_at: undone.updated_at }) })
      saved = result.data
      return result
    }
    void save(
      send,
      { done: t(done ? 'done' : 'markedNotDone'), failed: t('markFailed'), text: content },
      undone ? {} : { onUndo: () => set({ id, content }, !done, saved) },
    )
  }
  return (task: Task) => set(task, task.done_at === null)
}
