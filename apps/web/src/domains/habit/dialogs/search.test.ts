import { wordSearchText } from '@sukoyaka/rules/search'
import type { HabitGoalKind } from '@sukoyaka/wire/care/habit'
import { expect, test } from 'vitest'
import { templatesFor } from './search.ts'

const template = (id: number, kind: HabitGoalKind, content: string, kana = '') => ({
  id,
  name: `${id}`,
  kind,
  content,
  content_search: wordSearchText({ text: content, kana }),
  days_per_week: null,
  categories: [],
  sort_number: id,
})
const templates = [
  template(1, 'sport', '1日8,000歩歩く'),
  template(2, 'meal', 'コーヒーは１日３杯までにする'),
  template(3, 'meal', '朝食を毎日食べる'),
  template(4, 'sleep', 'カフェインをとらない'),
  template(5, 'meal', '毎食、野菜の小鉢を2皿食べる', 'まいしょく、やさいのこばちを2さらたべる'),
]
const names: Partial<Record<HabitGoalKind, string>> = { meal: '食事', sport: '運動', sleep: '睡眠' }
const idsByKind = (words: string) =>
  templatesFor(templates, words, (kind) => names[kind] ?? kind).map((group) => [group.kind, ...group.templates.map(({ id }) => id)])

test('shows all templates by kind without a query', () => {
  expect(idsByKind(' 　')).toEqual([
    ['meal', 2, 3, 5],
    ['sport', 1],
    ['sleep', 4],
  ])
})

test('matches parts of words in any width and either kana', () => {
  expect(idsByKind('こーひー')).toEqual([['meal', 2]])
  expect(idsByKind('8,000')).toEqual([['sport', 1]])
  expect(idsByKind('３杯')).toEqual([['meal', 2]])
  expect(idsByKind('1日　歩')).toEqual([['sport', 1]])
})

test('finds templates by the name of their kind', () => {
  expect(idsByKind('睡眠')).toEqual([['sleep', 4]])
  expect(idsByKind('ない言葉')).toEqual([])
  const english = templatesFor(templates, 'sleep', (kind) => (kind === 'sleep' ? 'Sleep' : kind))
  expect(english.map(({ kind }) => kind)).toEqual(['sleep'])
})

test.each(['野菜', 'やさい', 'ﾔｻｲ', 'yasai', 'こばち やさい'])('finds 野菜 by %s', (words) => {
  expect(idsByKind(words)).toEqual([['meal', 5]])
})
