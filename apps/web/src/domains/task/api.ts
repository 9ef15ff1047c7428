import * as task from '@sukoyaka/wire/care/task'
import { listUsers } from '@sukoyaka/wire/people/account'
import { api, type OptimisticUpdate, read, write } from '../../api/api.ts'
import { optimisticUpdate } from '../../api/optimistic-update.ts'

const tasks = optimisticUpdate('listTasks', 'tasks')

/** A task that is done or given to somebody else stays where it is until the list is read again, so that a press can be taken back. */
const foreseeChange: OptimisticUpdate<typeof task.changeTask> = ({ done, ...change }, dispatch, meanwhile) =>
  tasks.changed({ ...change, ...(done !== undefined && { done_at: done ? new Date().toISOString() : null }) } as { id: number }, dispatch, meanwhile)

export const { useListTasksQuery, useAddTaskMutation, useChangeTaskMutation, useRemoveTaskMutation, useTaskStaffQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listTasks: read(build, task.listTasks, 'tasks'),
    addTask: write(build, task.addTask),
    changeTask: write(build, task.changeTask, foreseeChange),
    removeTask: write(build, task.removeTask, tasks.removed),
    taskStaff: read(build, listUsers, 'users'),
  }),
})
