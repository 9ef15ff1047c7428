import Type from 'typebox'
import { fieldsOf, tableCalls } from '../../admin.ts'
import { habitGoalKinds } from '../../care/habit.ts'
import { Id, InputObject, Instant, Line, Nullable, OneOf, Text } from '../../endpoint.ts'

const input = {
  content_ja: Text(500),
  content_kana: Line(500, 0),
  content_en: Text(500, 0),
  content_kr: Text(500, 0),
  /** Synonyms for the search. */
  also: Type.Array(Line(100), { maxItems: 50 }),
  goal_kind: OneOf(habitGoalKinds),
  /** Null for goals that are not measured by day. */
  days_per_week: Nullable(Type.Integer({ minimum: 1, maximum: 7 })),
  /** Offered for new goals; existing ones stay. */
  is_active: Type.Boolean(),
  sort_number: Type.Integer({ minimum: 0, maximum: 100_000 }),
}
const row = { id: Id, ...input, updated_at: Instant }

export const {
  list: listAllGoalTemplates,
  csv: exportGoalTemplates,
  read: getGoalTemplate,
  add: addGoalTemplate,
  change: changeGoalTemplate,
} = tableCalls({
  name: 'goal_templates',
  words: ['a habit goal template', 'all habit goal templates'],
  description: 'Goals that use the text of the template show its new text. The data that measures the goal does not change.',
  input,
  row,
  sorts: ['sort_number', 'content_ja', 'updated_at'],
  filters: { goal_kind: Type.Optional(OneOf(habitGoalKinds)), is_active: Type.Optional(Type.Boolean()) },
  example: {
    content_ja: '夕食後に歯をみがく',
    content_kana: 'ユウショクゴニハヲミガク',
    content_en: 'Brush your teeth after dinner',
    content_kr: '',
    also: ['歯磨き'],
    goal_kind: 'other',
    days_per_week: 5,
    is_active: true,
    sort_number: 900,
  },
  tags: ['goal_templates', 'habit_goals'],
})

export const goalTemplateFields = fieldsOf(InputObject(input))
export const goalTemplateColumns = fieldsOf(Type.Object(row))
export const goalTemplateQuery = fieldsOf(listAllGoalTemplates.query)
