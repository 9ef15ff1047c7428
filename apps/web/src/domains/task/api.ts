import * as task from '@sukoyaka/wire/care/task'
import { listUsers } from '@sukoyaka/wire/people/account'
import { api, mutationEndpoint, type OptimisticUpdate, queryEndpoint } from '../../api/api.ts'
import { optimisticUpdate } from '../../api/optimistic-update.ts'

const tasks = optimisticUpdate('listTasks', 'tasks')

/** A task that is done or reassigned stays in the list until the next fetch, so that the click can be undone. */
const optimisticChange: OptimisticUpdate<typeof task.changeTask> = ({ done, ...change }, dispatch, optimisticFields) =>
  tasks.changed({ ...change, ...(done !== undefined && { done_at: done ? new Date().toISOString() : null }) } as { id: number }, dispatch, optimisticFields)

export const taskApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTasks: queryEndpoint(build, task.listTasks, 'tasks'),
    addTask: mutationEndpoint(build, task.addTask),
    changeTask: mutationEndpoint(build, task.changeTask, optimisticChange),
    removeTask: mutationEndpoint(build, task.removeTask, tasks.removed),
    taskStaff: queryEndpoint(build, listUsers, 'users'),
  }),
})
export const { useListTasksQuery, useAddTaskMutation, useChangeTaskMutation, useRemoveTaskMutation, useTaskStaffQuery } = taskApi
