import type { LifestyleCategory } from '@sukoyaka/wire/record/lifestyle'
import { getQuestionnaire, listQuestionnaires, type QuestionnaireDetail } from '@sukoyaka/wire/record/questionnaire'
import type { SymptomCategory } from '@sukoyaka/wire/record/symptom'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { network, reply, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { StaffAnswers } from './StaffAnswers.tsx'

setUpNetwork()

const symptom = (name: string, name_ja: string, red_flag = false): SymptomCategory => ({
  id: name.length,
  name,
  name_ja,
  display_name: name_ja,
  name_search: name_ja,
  body_area: 'general',
  value_type: 'boolean',
  options: [],
  applicable_sex: 'any',
  red_flag,
  sort_number: 1,
})
const symptoms = [
  symptom('fever', '発熱'),
  symptom('weight_loss', '体重減少', true),
  symptom('thirst', 'のどが渇く'),
  symptom('edema', 'むくみ'),
  symptom('chills', '悪寒'),
]
const breakfast: LifestyleCategory = {
  id: 9,
  name: 'breakfast',
  name_ja: '朝食を抜く',
  display_name: '朝食を抜く',
  name_search: '',
  major_division: 'Food',
  value_type: 'scale',
  unit: '',
  options: [
    { value: 0, label: 'ほとんどない' },
    { value: 2, label: '週3〜4日' },
  ],
  range: null,
  rule: { kind: 'unhealthy_if', any: [{ op: 'gte', value: 2 }] },
  line_chart: false,
  question: '',
  sort_number: 1,
}

type Given = Partial<Record<string, 0 | 1>>
const questionnaire = (id: number, day: string, given: Given, more: Partial<QuestionnaireDetail> = {}): QuestionnaireDetail => ({
  id,
  user_id: 1,
  parts: ['symptoms', 'lifestyles', 'allergy_reactions'],
  answered_at: `${day}T00:00:00Z`,
  version: 1,
  symptom_count: 5,
  lifestyle_count: 1,
  allergy_count: 1,
  yes_count: 1,
  new_symptoms: [],
  gone_symptoms: [],
  created_at: `${day}T00:00:00Z`,
  updated_at: `${day}T00:00:00Z`,
  symptoms: Object.entries(given).map(([name, value]) => ({ name, value: value!, is_same: false })),
  lifestyles: [{ name: 'breakfast', value: 0, is_same: false }],
  allergy_reactions: [{ kind: 'food', is_occured: true, description: 'えび（𠮷野家の天丼）🦐', is_same: false }],
  last: { symptoms: [], lifestyles: [], allergy_reactions: [] },
  ...more,
})
const now = questionnaire(3, '2026-11-12', { weight_loss: 1, fever: 1, thirst: 0, edema: 0 }, { lifestyles: [{ name: 'breakfast', value: 2, is_same: false }] })
const before = questionnaire(2, '2026-05-20', { weight_loss: 0, fever: 1, thirst: 1, edema: 0, chills: 0 })
const first = questionnaire(1, '2025-11-14', { fever: 0, edema: 1 })

const showAnswers = (shown: QuestionnaireDetail) => {
  network.use(
    reply(listQuestionnaires, { items: [now, before, first] }),
    reply(getQuestionnaire, ({ id }) => [before, first].find((found) => found.id === id)!),
  )
  return show(
    'doctor',
    <StaffAnswers questionnaire={shown} asked={{ symptoms, lifestyles: [breakfast] }} sex="male" actions={<button type="button">タスクを追加</button>} />,
  )
}
const table = (name: string) => screen.findByRole('table', { name })
const textsOf = (within: HTMLElement, row: RegExp) =>
  [
    ...(screen
      .getAllByRole('row', { name: row })
      .find((found) => within.contains(found))
      ?.querySelectorAll('td') ?? []),
  ].map((cell) => cell.textContent)

test('shows new, ongoing, gone and unanswered symptoms with the older answers beside, and collapses the rest', async () => {
  const { press } = showAnswers(now)
  const symptomTable = await table('症状')
  expect(
    within(symptomTable)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['＋新しく「あり」1', '＝続いている1', '−なくなった1', '未回答1', 'なし1'])
  expect(textsOf(symptomTable, /体重減少/)).toEqual(['全身', 'あり', 'なし', '未回答'])
  expect(textsOf(symptomTable, /発熱/)).toEqual(['全身', 'あり', 'あり', 'なし'])
  expect(textsOf(symptomTable, /悪寒/)).toEqual(['全身', '未回答', 'なし', '未回答'])
  expect(within(symptomTable).queryByText('むくみ')).toBeNull()
  await press(/^なし\s*1/)
  expect(textsOf(symptomTable, /むくみ/)).toEqual(['全身', 'なし', 'なし', 'あり'])
})

test('a card shows urgent symptoms with their earlier answers, and the actions', async () => {
  showAnswers(now)
  const urgent = await screen.findByRole('region', { name: /早めの確認/ })
  expect(within(urgent).getByText('体重減少')).toBeTruthy()
  expect(urgent.textContent).toContain('前回 なし・前々回 未回答')
  expect(within(urgent).getByRole('button', { name: 'タスクを追加' })).toBeTruthy()
})

test('a body area expands to its answers, and older dates link to their questionnaires', async () => {
  const { press } = showAnswers(now)
  await press(/^全身\s*5/)
  const areaTable = await table('部位ごとの「あり」の数')
  expect(textsOf(areaTable, /むくみ/)).toEqual(['なし', 'なし', 'あり'])
  expect(within(areaTable).getByRole('link', { name: '2026.05.20の問診票を開く' }).getAttribute('href')).toBe('/1/questionnaires/2')
})

test('the answers can be compared with another older questionnaire', async () => {
  const { user } = showAnswers(now)
  await user.selectOptions(await screen.findByRole('combobox', { name: '比べる' }), '2025.11.14')
  const symptomTable = await table('症状')
  expect(await within(symptomTable).findByRole('button', { name: /新しく「あり」\s*2/ })).toBeTruthy()
  expect(textsOf(symptomTable, /発熱/)).toEqual(['全身', 'あり', 'なし'])
})

test('marks lifestyle answers to improve, and shows the description of an allergy', async () => {
  showAnswers(now)
  expect(textsOf(await table('生活習慣'), /朝食を抜く/)).toEqual(['週3〜4日（見直したい回答）前回から変化', 'ほとんどない', 'ほとんどない'])
  const allergies = await table('アレルギー')
  expect(textsOf(allergies, /食物/)[0]).toBe('ありえび（𠮷野家の天丼）🦐')
  expect(within(allergies).getByRole('button', { name: /未回答\s*6/ })).toBeTruthy()
})

test('the first questionnaire has none to compare with, so a yes is not called new', async () => {
  showAnswers(first)
  await screen.findByText('これより前の問診票はありません')
  const symptomTable = await table('症状')
  expect(
    within(symptomTable)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['あり1', '未回答3', 'なし1'])
})

test('the short dates of the body areas omit the year if the newest questionnaire has the same year in Tokyo', async () => {
  const newYear = { ...before, answered_at: '2025-12-31T23:30:00Z' }
  network.use(
    reply(listQuestionnaires, { items: [now, newYear, first] }),
    reply(getQuestionnaire, ({ id }) => (id === newYear.id ? newYear : first)),
  )
  show('doctor', <StaffAnswers questionnaire={now} asked={{ symptoms, lifestyles: [breakfast] }} sex="male" actions={null} />)
  const heads = within(await table('部位ごとの「あり」の数')).getAllByRole('columnheader')
  expect(heads.slice(1).map((head) => head.textContent)).toEqual(['11.12', '01.01', '2025.11'])
})
