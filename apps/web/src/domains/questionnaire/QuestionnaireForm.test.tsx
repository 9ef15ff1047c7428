import type { LifestyleCategory } from '@sukoyaka/wire/record/lifestyle'
import { addMedicalQuestionnaireAnswers, addQuestionnaire, type QuestionnaireDetail, saveQuestionnaire } from '@sukoyaka/wire/record/questionnaire'
import type { SymptomCategory } from '@sukoyaka/wire/record/symptom'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import type { ComponentProps } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { removeOtherUsersDrafts } from '../../api/form-drafts.ts'
import { failure, network, reply, sent, settled, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { QuestionnaireForm } from './QuestionnaireForm.tsx'

setUpNetwork()

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
const symptoms = [
  symptom(1, 'fever', '発熱'),
  symptom(2, 'weight_loss', '体重減少', { red_flag: true }),
  symptom(3, 'menstrual_pain', '月経痛', { applicable_sex: 'female' }),
]

beforeEach(() => {
  network.use(
    reply(saveQuestionnaire, { ...questionnaire, version: 1 }),
    reply(addMedicalQuestionnaireAnswers, { ...questionnaire, answered_at: '2026-11-21T00:00:00Z' }),
  )
})

const showForm = (props: Partial<ComponentProps<typeof QuestionnaireForm>> = {}) => {
  const shown = show(
    'patient',
    <QuestionnaireForm
      questionnaire={questionnaire}
      symptoms={symptoms}
      lifestyles={[alcohol]}
      sex="male"
      title="問診票"
      onClose={() => {}}
      onSent={() => {}}
      {...props}
    />,
  )
  const answer = (name: string, answerText: string) => shown.user.click(option(name, answerText))
  return { ...shown, answer }
}
const question = (name: string) => screen.getByRole('group', { name })
const option = (name: string, answerText: string) => within(question(name)).getByRole('radio', { name: answerText })
const storedAnswers = (id: number) => sessionStorage.getItem(`unsent.1.questionnaire.${id}`)

test('saves each answer immediately and shows advice for an important symptom', async () => {
  const { answer } = showForm()
  expect(screen.queryByRole('group', { name: '月経痛' })).toBeNull()
  await answer('体重減少', 'あり')
  await screen.findByText(/担当チームにご連絡ください/)
  await screen.findByText(/自動保存しました/)
  expect(sent(saveQuestionnaire)).toMatchObject([{ id: 7, symptoms: [{ name: 'weight_loss', value: 1 }], lifestyles: [] }])
})

test('a button answers the unanswered questions of a page with no', async () => {
  const { press, answer } = showForm()
  await answer('体重減少', 'あり')
  await press('残りを「なし」にする')
  await waitFor(() => expect(sent(saveQuestionnaire)).toHaveLength(2))
  expect(sent(saveQuestionnaire)[1]).toMatchObject({ symptoms: [{ name: 'fever', value: 0 }] })
  expect(option('発熱', 'なし')).toHaveProperty('checked', true)
  expect(option('体重減少', 'あり')).toHaveProperty('checked', true)
})

test('copies and marks the answers of the previous questionnaire', async () => {
  const { press } = showForm()
  await press('前回と同じ')
  await within(question('発熱')).findByText('前回と同じ')
  await waitFor(() => expect(sent(saveQuestionnaire)).toHaveLength(1))
  expect(sent(saveQuestionnaire)).toMatchObject([{ symptoms: [{ name: 'fever', value: 1, is_same: true }] }])
})

test('digit keys answer and move to the next question', async () => {
  const { user } = showForm()
  act(() => option('発熱', 'なし').focus())
  await user.keyboard('1')
  await waitFor(() => expect(sent(saveQuestionnaire)).toHaveLength(1))
  expect(sent(saveQuestionnaire)).toMatchObject([{ symptoms: [{ name: 'fever', value: 1 }] }])
  expect(question('体重減少').contains(document.activeElement)).toBe(true)
})

test('an unsaved answer survives a reload and is sent again', async () => {
  network.use(reply(saveQuestionnaire, () => HttpResponse.error()))
  const { answer, unmount } = showForm()
  await answer('発熱', 'あり')
  await screen.findByText(/まだ保存できていません/)
  expect(storedAnswers(7)).toContain('symptoms.fever')
  unmount()
  // a reload loses what is in memory
  removeOtherUsersDrafts(undefined)
  const before = sent(saveQuestionnaire).length
  network.use(reply(saveQuestionnaire, { ...questionnaire, version: 1 }))
  showForm()
  expect(option('発熱', 'あり')).toHaveProperty('checked', true)
  await screen.findByText(/自動保存しました/)
  expect(sent(saveQuestionnaire).slice(before)).toMatchObject([{ symptoms: [{ name: 'fever', value: 1 }] }])
  expect(storedAnswers(7)).toBeNull()
})

test('of the answers given offline, a rejected one is not sent again and the others are saved', async () => {
  network.use(reply(saveQuestionnaire, () => HttpResponse.error()))
  const { answer } = showForm()
  await answer('発熱', 'あり')
  await answer('体重減少', 'あり')
  await screen.findByText(/まだ保存できていません/)
  const before = sent(saveQuestionnaire).length
  network.use(
    reply(saveQuestionnaire, ({ symptoms }) =>
      symptoms?.some(({ name }) => name === 'fever')
        ? failure(422, 'invalid', '入力を確認してください', { 'symptoms.fever': ['not_allowed'] })
        : { ...questionnaire, version: 1 },
    ),
  )
  act(() => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(storedAnswers(7)).toBeNull())
  expect(sent(saveQuestionnaire).slice(before)).toMatchObject([
    {
      symptoms: [
        { name: 'fever', value: 1 },
        { name: 'weight_loss', value: 1 },
      ],
    },
    { symptoms: [{ name: 'weight_loss', value: 1 }] },
  ])
  within(question('発熱')).getByRole('alert')
  screen.getByText('回答を保存できませんでした')
})

test.each([
  { field: 'symptoms.0.value', saved: ['weight_loss'], name: 'named by its index in the request' },
  { field: 'parts', saved: [], name: 'that the server does not name' },
])('a rejected answer $name is not sent again', async ({ field, saved }) => {
  network.use(reply(saveQuestionnaire, () => HttpResponse.error()))
  const { answer } = showForm()
  await answer('発熱', 'あり')
  await answer('体重減少', 'あり')
  await screen.findByText(/まだ保存できていません/)
  const before = sent(saveQuestionnaire).length
  network.use(
    reply(saveQuestionnaire, ({ symptoms }) =>
      symptoms?.some(({ name }) => name === 'fever')
        ? failure(422, 'invalid', '入力を確認してください', { [field]: ['too_large'] })
        : { ...questionnaire, version: 1 },
    ),
  )
  act(() => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(storedAnswers(7)).toBeNull())
  await settled()
  expect(
    sent(saveQuestionnaire)
      .slice(before + 1)
      .flatMap(({ symptoms }) => symptoms?.map(({ name }) => name)),
  ).toEqual(saved)
})

test('if the request is cancelled while it is answered, a button moves the answers to a new questionnaire', async () => {
  network.use(
    reply(saveQuestionnaire, () => failure(404, 'not_found', '見つかりません')),
    reply(addQuestionnaire, { ...questionnaire, id: 8 }),
  )
  const { press, answer } = showForm()
  await answer('発熱', 'あり')
  expect((await screen.findByRole('alert')).textContent).toContain('依頼を取り消しました')
  await press('続けて回答する')
  await waitFor(() => expect(storedAnswers(8)).toContain('symptoms.fever'))
  expect(sent(addQuestionnaire)).toEqual([{ user_id: 1, parts: questionnaire.parts }])
  expect(storedAnswers(7)).toBeNull()
})

test('the last page counts unanswered questions and sends the answers that are not saved yet', async () => {
  const saved = ['weight_loss', 'menstrual_pain'].map((name) => ({ name, value: 1, is_same: false }))
  network.use(reply(saveQuestionnaire, () => HttpResponse.error()))
  const { press, answer } = showForm({ questionnaire: { ...questionnaire, version: 1, symptoms: saved } })
  await answer('発熱', 'あり')
  await press('次へ：嗜好・習慣')
  await press('次へ：回答の確認')
  await screen.findAllByText('未回答 1問')
  await press('送信する')
  await waitFor(() => expect(sent(addMedicalQuestionnaireAnswers)).toHaveLength(1))
  expect(sent(addMedicalQuestionnaireAnswers)).toMatchObject([{ user_id: 1, questionnaire_id: 7, symptoms: [{ name: 'fever', value: 1 }], lifestyles: [] }])
})

test('sends an undone answer as removed, even if the removal could not be saved before', async () => {
  const { press, answer } = showForm()
  await press('残りを「なし」にする')
  await screen.findByText(/自動保存しました/)
  network.use(reply(saveQuestionnaire, () => HttpResponse.error()))
  await press('元に戻す')
  await screen.findByText(/まだ保存できていません/)
  await answer('体重減少', 'あり')
  await press('次へ：嗜好・習慣')
  await press('次へ：回答の確認')
  await press('送信する')
  await waitFor(() => expect(sent(addMedicalQuestionnaireAnswers)).toHaveLength(1))
  expect(sent(addMedicalQuestionnaireAnswers)[0]!.symptoms).toMatchObject([
    { name: 'fever', value: null },
    { name: 'weight_loss', value: 1 },
  ])
})

test('after another answer, a filled page can no longer be undone, because the undo would also remove that answer', async () => {
  const { press, answer } = showForm()
  await press('残りを「なし」にする')
  await screen.findByRole('button', { name: '元に戻す' })
  await answer('体重減少', 'あり')
  await waitFor(() => expect(screen.queryByRole('button', { name: '元に戻す' })).toBeNull())
})

test.each([422, 404])('does not promise to save an answer that the server rejects with %i', async (status) => {
  network.use(reply(saveQuestionnaire, () => failure(status, status === 404 ? 'not_found' : 'invalid', 'できません')))
  const { answer } = showForm()
  await answer('発熱', 'あり')
  await screen.findByText('回答を保存できませんでした')
  expect(screen.queryByText(/つながりしだい保存します/)).toBeNull()
})

test('shows the date of a save on an earlier day', async () => {
  showForm({ questionnaire: { ...questionnaire, version: 1 } })
  await screen.findByText('2026.11.20 09:00 に自動保存しました')
})

test('without any answer, says that at least one is needed for sending', async () => {
  const { press } = showForm()
  await press('次へ：嗜好・習慣')
  await press('次へ：回答の確認')
  await screen.findByText('1問以上に回答すると送信できます。')
})

test('says how many more symptoms match a search', async () => {
  const { user } = showForm({ symptoms: Array.from({ length: 10 }, (_, index) => symptom(index + 1, `pain${index}`, `痛み${index}`)) })
  await user.type(screen.getByRole('searchbox'), '痛み')
  expect(screen.getAllByRole('button', { name: /^痛み/ })).toHaveLength(8)
  screen.getByText('ほか2件。文字を足して絞り込んでください')
})

test('marks symptom and lifestyle questions whose answers the server rejects', async () => {
  const fields = { 'symptoms.fever': ['out_of_range'], 'lifestyles.alcohol': ['out_of_range'] }
  network.use(reply(saveQuestionnaire, () => failure(422, 'invalid', '入力を確認してください', fields)))
  const { press, answer } = showForm()
  await answer('発熱', 'あり')
  const words = 'この回答は保存できません。選び直してください。'
  expect((await within(question('発熱')).findByRole('alert')).textContent).toBe(words)
  await press('次へ：嗜好・習慣')
  expect((await within(await screen.findByRole('group', { name: /お酒/ })).findByRole('alert')).textContent).toBe(words)
})
