import * as task from '@sukoyaka/wire/care/task'
import { serve } from '../../http/serve.ts'
import { insertTask, removeTask, tasksOf, updateTask } from './store.ts'

export const taskRoutes = [
  serve(task.listTasks, ({ actor, scope, input }) => tasksOf(scope, actor, input)),
  serve(task.addTask, ({ actor, scope, input }) => insertTask(scope, actor, input)),
  serve(task.changeTask, ({ actor, scope, input }) => updateTask(scope, actor, input)),
  serve(task.removeTask, ({ scope, input }) => removeTask(scope, input.id)),
]
