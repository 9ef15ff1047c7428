import type { addGoalTemplate, changeGoalTemplate } from '@sukoyaka/wire/boards/admin/goal-template'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { assertValid, normalizeText } from '../../access/rows.ts'
import type { Db } from '../../database/db.ts'
import { habit_goal_templates } from '../habit/tables.ts'
import { templateSearch } from '../habit/template-search.ts'
import { catalogueStore } from './catalogue-store.ts'
import { kanaToStore, linesToStore, translationToEdit } from './translations.ts'

type TemplateRow = Reply<typeof addGoalTemplate>
type TemplateInput = Input<typeof addGoalTemplate>

const { sort_number, content_ja, updated_at } = habit_goal_templates
const store = catalogueStore({
  table: habit_goal_templates,
  extra: {},
  search: habit_goal_templates.content_search,
  filters: { goal_kind: habit_goal_templates.kind, is_active: habit_goal_templates.is_active },
  sorts: { sort_number, content_ja, updated_at },
  sort: 'sort_number',
  rowOf: ({ kind, ...row }): TemplateRow => ({
    ...row,
    content_en: translationToEdit(row.content_en, row.content_ja),
    content_kr: translationToEdit(row.content_kr, row.content_ja),
    goal_kind: kind,
  }),
})

export const allGoalTemplates = store.list
export const goalTemplateOf = store.read

const columnsOf = ({ goal_kind, also, content_kana, ...input }: TemplateInput) => {
  const ja = normalizeText(input.content_ja)
  assertValid({ content_ja: !ja && 'required' })
  const texts = { content_ja: ja, content_en: normalizeText(input.content_en) || ja, content_kr: normalizeText(input.content_kr) || ja }
  return {
    ...input,
    ...texts,
    kind: goal_kind,
    ...templateSearch({ ...texts, content_kana: kanaToStore('content_kana', content_kana), also: linesToStore(also) }),
  }
}

/** `code` identifies the template in the catalogue. */
export const insertGoalTemplate = async (db: Db, input: TemplateInput, code: string): Promise<TemplateRow> => store.insert(db, { ...columnsOf(input), code })

/** Throws 404, 409 if it was saved since `updated_at`, and 422 without a Japanese text or for an invalid reading. */
export const updateGoalTemplate = async (db: Db, { id, updated_at: version, ...input }: Input<typeof changeGoalTemplate>): Promise<TemplateRow> => {
  await store.lock(db, id, { updated_at: version })
  return store.update(db, id, columnsOf(input))
}
