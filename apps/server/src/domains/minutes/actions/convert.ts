import { tokyoDay } from '@sukoyaka/rules/time'
import type { convertMinutesItem } from '@sukoyaka/wire/care/minutes'
import type { Call } from '../../../http/serve.ts'
import { insertHabitGoal } from '../../habit/store.ts'
import { insertTask } from '../../task/store.ts'
import { lockActionItem, setActionItem, staffIdByName } from '../store.ts'

/** Creates a task or goal and links the item to it, in one transaction. */
export const convertActionItem = async ({ context, actor, scope, language, input }: Call<typeof convertMinutesItem>) => {
  const { id, kind, due_on, assignee_id } = input
  const { interview_id, user_id, content: itemContent, assignee_name } = await lockActionItem(scope, id)
  const content = input.content ?? itemContent
  if (kind === 'task') {
    // without a given assignee, assign the staff named in the minutes: nobody has a task without assignee on their own list
    const assigneeId = assignee_id === undefined ? await staffIdByName(scope, interview_id, assignee_name) : assignee_id
    const task = await insertTask(scope, actor, { user_id, content, due_on, assignee_id: assigneeId, interview_id, source: 'minutes' })
    return setActionItem(scope, { id, user_id }, { task_id: task.id })
  }
  const now = context.clock()
  const goal = await insertHabitGoal(scope, { user_id, content, kind: 'other' }, { language, now: now.toISOString(), today: tokyoDay(now) })
  return setActionItem(scope, { id, user_id }, { habit_goal_id: goal.id })
}
