import {
  addGoalTemplate,
  changeGoalTemplate,
  exportGoalTemplates,
  getGoalTemplate,
  goalTemplateColumns,
  goalTemplateFields,
  goalTemplateQuery,
  listAllGoalTemplates,
} from '@sukoyaka/wire/boards/admin/goal-template'
import { adminTable } from '../records/table.ts'

export const goalTemplates = adminTable({
  name: 'goal_templates',
  list: listAllGoalTemplates,
  csv: exportGoalTemplates,
  read: getGoalTemplate,
  add: addGoalTemplate,
  change: changeGoalTemplate,
  tag: 'goal_templates',
  query: goalTemplateQuery,
  columns: goalTemplateColumns,
  fields: goalTemplateFields,
  shown: [{ name: 'content_ja', below: 'content_en' }, 'goal_kind', 'days_per_week', 'is_active', 'sort_number', 'updated_at'],
  sections: [
    { title: 'texts', fields: ['content_ja', 'content_kana', 'content_en', 'content_kr', 'also'] },
    { title: 'basic', fields: ['goal_kind', 'days_per_week', 'is_active', 'sort_number'] },
  ],
  initial: { is_active: true, sort_number: '1000' },
  nameOf: ({ content_ja }) => String(content_ja).split('\n')[0]!,
})
