import type { LifestyleCategory } from '@sukoyaka/wire/record/lifestyle'
import type { QuestionnaireDetail } from '@sukoyaka/wire/record/questionnaire'
import type { SymptomCategory } from '@sukoyaka/wire/record/symptom'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { removeOtherUsersDrafts } from '../../api/form-drafts.ts'
import { fakeNetwork, press, setUpCardTests, showCard, text, wait } from '../../test/render.tsx'
import { QuestionnaireForm } from './QuestionnaireForm.tsx'

const symptom = (id: number, name: string, name_ja: string, more: Partial<SymptomCategory> = {}): SymptomCategory => ({
  id,
  name,
  name_ja,
  display_name: name_ja,
  name_search: name_ja,
  body_area: 'general',
  value_type: 'boolean',
  options: [],
  applicable_sex: 'any',
  red_flag: false,
  sort_number: id,
  ...more,
})
const alcohol: LifestyleCategory = {
  id: 9,
  name: 'alcohol',
  name_ja: '飲酒',
  display_name: '飲酒',
  name_search: '',
  major_division: 'Preference',
  value_type: 'scale',
  unit: '',
  options: [
    { value: 0, label: '飲まない' },
    { value: 1, label: '週1日まで' },
  ],
  range: null,
  rule: { kind: 'none' },
  line_chart: false,
  question: 'お酒を飲む日は週に何日ありますか',
  sort_number: 1,
}
const questionnaire: QuestionnaireDetail = {
  id: 7,
  user_id: 1,
  parts: ['symptoms', 'lifestyles'],
  answered_at: null,
  version: 0,
  symptom_count: 0,
  lifestyle_count: 0,
  allergy_count: 0,
  yes_count: 0,
  new_symptoms: [],
  gone_symptoms: [],
  created_at: '2026-11-20T00:00:00Z',
  updated_at: '2026-11-20T00:00:00Z',
  symptoms: [],
  lifestyles: [],
  allergy_reactions: [],
  last: { symptoms: [{ name: 'fever', value: 1, is_same: true }], lifestyles: [], allergy_reactions: [] },
}
const path = '/api/questionnaires/7'
const symptoms = [
  symptom(1, 'fever', '発熱'),
  symptom(2, 'weight_loss', '体重減少', { red_flag: true }),
  symptom(3, 'menstrual_pain', '月経痛', { applicable_sex: 'female' }),
]

setUpCardTests(() => ({
  [`PUT ${path}`]: { ...questionnaire, version: 1 },
  'POST /api/medical_questionnaire_answers': { ...questionnaire, answered_at: '2026-11-21T00:00:00Z' },
}))
beforeEach(() => {
  removeOtherUsersDrafts(undefined)
  sessionStorage.clear()
})

const show = (sex: 'male' | 'female' = 'male') =>
  showCard(
    <QuestionnaireForm
      questionnaire={questionnaire}
      symptoms={symptoms}
      lifestyles={[alcohol]}
      sex={sex}
      title="問診票"
      onClose={() => {}}
      onSent={() => {}}
    />,
    'patient',
  )
const question = (name: string) => screen.getByRole('group', { name })
const answerQuestion = async (name: string, answerText: string) => {
  fireEvent.click(within(question(name)).getByRole('radio', { name: answerText }))
  await wait(100)
}
const puts = () =>
  fakeNetwork.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body as { symptoms: { name: string; value: number | null }[] })

test('saves each answer immediately and shows advice for an important symptom', async () => {
  await show()
  expect(screen.queryByRole('group', { name: '月経痛' })).toBeNull()
  await answerQuestion('体重減少', 'あり')
  expect(text()).toContain('担当チームにご連絡ください')
  expect(puts()[0]).toMatchObject({ symptoms: [{ name: 'weight_loss', value: 1 }] })
  expect(text()).toContain('自動保存しました')
})

test('answers the unanswered questions of a page with no', async () => {
  await show()
  await answerQuestion('体重減少', 'あり')
  await press('残りを「なし」にする', 100)
  expect(puts()[1]).toMatchObject({ symptoms: [{ name: 'fever', value: 0 }] })
  expect(within(question('体重減少')).getByRole('radio', { name: 'あり' })).toHaveProperty('checked', true)
})

test('copies and marks the answers of the previous questionnaire', async () => {
  await show()
  await press('前回と同じ', 100)
  expect(puts()[0]).toMatchObject({ symptoms: [{ name: 'fever', value: 1, is_same: true }] })
  expect(within(question('発熱')).getByText('前回と同じ')).toBeTruthy()
})

test('digit keys answer and move to the next question', async () => {
  await show()
  fireEvent.keyDown(within(question('発熱')).getAllByRole('radio')[0]!, { key: '1' })
  await wait(100)
  expect(puts()[0]).toMatchObject({ symptoms: [{ name: 'fever', value: 1 }] })
  expect(question('体重減少').contains(document.activeElement)).toBe(true)
})

test('an unsaved answer survives a reload and is sent again', async () => {
  const originalFetch = globalThis.fetch
  globalThis.fetch = async () => {
    throw new TypeError('offline')
  }
  await show()
  await answerQuestion('発熱', 'あり')
  await wait(3_000)
  expect(text()).toContain('まだ保存できていません')
  expect(sessionStorage.getItem('unsent.1.questionnaire.7')).toContain('symptoms.fever')
  cleanup()
  globalThis.fetch = originalFetch
  await show()
  await wait(100)
  expect(puts()).toMatchObject([{ symptoms: [{ name: 'fever', value: 1 }] }])
  expect(sessionStorage.getItem('unsent.1.questionnaire.7')).toBeNull()
})

test('answers of a request cancelled meanwhile move to another questionnaire', async () => {
  const originalFetch = globalThis.fetch
  globalThis.fetch = async (url, init) =>
    init?.method === 'PUT' ? new Response('{"error":"見つかりません","code":"not_found"}', { status: 404 }) : originalFetch(url, init)
  fakeNetwork.responses['POST /api/questionnaires'] = { ...questionnaire, id: 8 }
  await show()
  await answerQuestion('発熱', 'あり')
  expect(screen.getByRole('alert').textContent).toContain('依頼を取り消しました')
  await press('続けて回答する', 100)
  expect(fakeNetwork.requests.at(-1)).toMatchObject({ method: 'POST', body: { user_id: 1, parts: questionnaire.parts } })
  expect(sessionStorage.getItem('unsent.1.questionnaire.8')).toContain('symptoms.fever')
})

test('the last page counts unanswered questions and sends the answers', async () => {
  await show()
  await answerQuestion('発熱', 'あり')
  await press('次へ：嗜好・習慣', 100)
  await press('次へ：回答の確認', 100)
  expect(text()).toContain('未回答 1問')
  await press('送信する', 100)
  expect(fakeNetwork.requests.at(-1)).toMatchObject({ method: 'POST', body: { user_id: 1, questionnaire_id: 7, symptoms: [{ name: 'fever', value: 1 }] } })
})

test('marks symptom and lifestyle questions whose answers the server rejects', async () => {
  const originalFetch = globalThis.fetch
  const fields = { 'symptoms.fever': ['out_of_range'], 'lifestyles.alcohol': ['out_of_range'] }
  globalThis.fetch = async (url, init) =>
    init?.method === 'PUT'
      ? new Response(JSON.stringify({ error: '入力を確認してください', code: 'invalid', fields }), { status: 422 })
      : originalFetch(url, init)
  await show()
  await answerQuestion('発熱', 'あり')
  expect(document.getElementById('symptoms.fever')?.getAttribute('data-wrong')).toBe('true')
  await press('次へ：嗜好・習慣', 100)
  expect(document.getElementById('lifestyles.alcohol')?.getAttribute('data-wrong')).toBe('true')
})
