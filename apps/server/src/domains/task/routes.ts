import * as task from '@sukoyaka/wire/care/task'
import { serve } from '../../http/serve.ts'
import { insertTask, removeTask, tasksOf, updateTask } from './store.ts'

export const taskRoutes = [
  serve(task.listTasks, ({ db, actor, reach, input }) => tasksOf(db, reach, actor, input)),
  serve(task.addTask, ({ db, actor, reach, input }) => insertTask(db, reach, actor, input)),
  serve(task.changeTask, ({ db, actor, reach, input }) => updateTask(db, reach, actor, input)),
  serve(task.removeTask, ({ db, reach, input }) => removeTask(db, reach, input.id)),
]
