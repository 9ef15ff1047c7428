import { taskSources } from '@sukoyaka/wire/care/task'
import { date, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, instant, now, ref } from '../../database/columns.ts'

export const tasks = patientTable(
  'tasks',
  {
    id: id(),
    user_id: ref().notNull(),
    content: text().notNull(),
    due_on: date(),
    assignee_id: ref(),
    interview_id: ref(),
    message_id: ref(),
    source: text({ enum: taskSources }).notNull().default('person'),
    created_by: ref().notNull(),
    done_at: instant(),
    done_by: ref(),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)
