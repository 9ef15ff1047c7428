import { wordSearchText } from '@sukoyaka/rules/search'
import { describe, expect, test } from 'vitest'
import { answerTable, shownAnswers } from './answer-table.ts'

const category = (id: number, name: string, display_name: string, more: object = {}) => ({
  id,
  name,
  display_name,
  name_search: `${display_name} ${name}`,
  value_type: 'boolean',
  area: 'head',
  ...more,
})
const categories = [
  category(1, 'headache', '頭痛', { name_search: wordSearchText({ text: '頭痛', kana: 'ずつう' }, { text: 'Headache' }) }),
  category(2, 'skin_type', 'スキンタイプ', { value_type: 'other', area: 'skin' }),
  category(3, 'rash', '発疹', { area: 'skin' }),
  category(4, 'fever', '発熱'),
]
const answer = (category_id: number, answered_at: string, value: number, status: number | null) => ({
  category_id,
  answered_at,
  value,
  status,
  questionnaire_id: null,
})
const [newest, older] = ['2026-11-10T01:00:00Z', '2026-04-10T01:00:00Z']
const answers = [answer(1, older, 0, 0), answer(1, newest, 1, 1), answer(2, newest, 3, null), answer(3, older, 1, 1)]
const table = answerTable(categories, answers, ({ area }) => ({ name: area, label: area === 'head' ? '頭部' : '皮膚' }), 'ja', 'symptom')
const names = (view: Partial<{ q: string; group: string; onlyUnhealthy: boolean }>) =>
  shownAnswers(table.groups, { q: '', group: '', onlyUnhealthy: false, ...view }).flatMap(({ rows }) => rows.map(({ name }) => name))

describe('answers over the years', () => {
  test('groups rows by area, starts with the newest column, omits unanswered questions and leaves the cell of a missing answer empty', () => {
    expect(table.moments).toEqual([newest, older])
    expect(table.groups.map(({ label, rows }) => [label, ...rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell?.text)])])).toEqual([
      ['頭部', ['頭痛', 'あり', 'なし']],
      ['皮膚', ['スキンタイプ', 'III', undefined], ['発疹', undefined, 'あり']],
    ])
  })
  test('marks unhealthy answers, and answers in the newest column that differ from the previous answer to the question', () => {
    const [headache, skin, rash] = table.groups.flatMap(({ rows }) => rows)
    expect(headache!.cells.map((cell) => [cell!.isUnhealthy, cell!.changed])).toEqual([
      [true, true],
      [false, false],
    ])
    expect(skin!.cells[0]).toMatchObject({ isUnhealthy: false, changed: false })
    expect(rash!.cells[1]).toMatchObject({ isUnhealthy: true, changed: false })
  })
  test.each([
    [{ q: 'ズツウ' }, ['頭痛']],
    [{ q: 'headache' }, ['頭痛']],
    [{ q: '皮膚 発疹' }, ['発疹']],
    [{ q: 'ない' }, []],
    [{ group: 'skin' }, ['スキンタイプ', '発疹']],
    [{ onlyUnhealthy: true }, ['頭痛', '発疹']],
    [{ onlyUnhealthy: true, group: 'skin', q: 'スキン' }, []],
  ])('filters rows by %o', (view, expected) => {
    expect(names(view)).toEqual(expected)
  })
  test.each(['sleep', 'Slee', 'food, sleep', 'chin'])('the query %s finds questions by the English name of their group', (q) => {
    const { groups } = answerTable(categories, answers, () => ({ name: 'sleep', label: 'Food, chin and sleep' }), 'en', 'question')
    expect(shownAnswers(groups, { q, group: '', onlyUnhealthy: false })).toHaveLength(1)
  })
})
