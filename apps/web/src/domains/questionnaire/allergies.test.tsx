import { addMedicalQuestionnaireAnswers, type QuestionnaireDetail, saveQuestionnaire } from '@sukoyaka/wire/record/questionnaire'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { QuestionnaireForm } from './QuestionnaireForm.tsx'

setUpNetwork()

const questionnaire: QuestionnaireDetail = {
  id: 7,
  user_id: 1,
  parts: ['allergy_reactions'],
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
  last: { symptoms: [], lifestyles: [], allergy_reactions: [] },
}

beforeEach(() => {
  network.use(
    reply(saveQuestionnaire, { ...questionnaire, version: 1 }),
    reply(addMedicalQuestionnaireAnswers, { ...questionnaire, answered_at: '2026-11-21T00:00:00Z' }),
  )
})

const form = (given: Partial<QuestionnaireDetail> = {}) => (
  <QuestionnaireForm
    questionnaire={{ ...questionnaire, ...given }}
    symptoms={[]}
    lifestyles={[]}
    sex="male"
    title="問診票"
    onClose={() => {}}
    onSent={() => {}}
  />
)
const question = (name: string) => screen.getByRole('group', { name })

test('shows the recorded allergy beside the question', async () => {
  const recorded = [
    { kind: 'medicine' as const, is_occured: true, description: 'ペニシリン', is_same: true },
    { kind: 'metal' as const, is_occured: true, description: '', is_same: true },
    { kind: 'food' as const, is_occured: false, description: '', is_same: true },
  ]
  show('patient', form({ last: { ...questionnaire.last, allergy_reactions: recorded } }))
  within(question('薬剤')).getByText('現在の記録：あり（ペニシリン）')
  within(question('金属')).getByText('現在の記録：あり')
  expect(within(question('食物')).queryByText(/現在の記録/)).toBeNull()
})

test('the button for the unanswered questions does not answer a recorded allergy with no', async () => {
  const recorded = [{ kind: 'medicine' as const, is_occured: true, description: 'ペニシリン', is_same: true }]
  const { press } = show('patient', form({ last: { ...questionnaire.last, allergy_reactions: recorded } }))
  await press('残りを「なし」にする')
  expect(within(question('食物')).getByRole('radio', { name: 'なし' })).toHaveProperty('checked', true)
  expect(within(question('薬剤')).getByRole('radio', { name: 'なし' })).toHaveProperty('checked', false)
})

test('a space or new line at the end of a text stays in the field after the server has stored the text without it', async () => {
  let stored = questionnaire
  network.use(
    reply(saveQuestionnaire, ({ allergy_reactions }) => {
      const [{ description = '' } = {}] = allergy_reactions ?? []
      const answer = { kind: 'food' as const, is_occured: true, description: description.trim(), is_same: false }
      stored = { ...stored, version: stored.version + 1, allergy_reactions: [answer] }
      return stored
    }),
  )
  const { user, rerender } = show('patient', form())
  const field = () => within(question('食物')).getByRole('textbox')
  const type = async (text: string) => {
    await user.type(field(), text)
    await waitFor(() => expect(sent(saveQuestionnaire).at(-1)?.allergy_reactions?.[0]?.description).toBe((field() as HTMLTextAreaElement).value))
    await screen.findByText(/自動保存しました/)
    // the page reads the saved answers again
    rerender(form(stored))
  }
  await user.click(within(question('食物')).getByRole('radio', { name: 'あり' }))
  await type('hives ')
  expect(field()).toHaveProperty('value', 'hives ')
  await type('at night\n')
  expect(field()).toHaveProperty('value', 'hives at night\n')
})

test('what was typed about an allergy is sent only with a yes, and stays in the form', async () => {
  let version = 0
  network.use(
    reply(saveQuestionnaire, () => {
      version += 1
      return { ...questionnaire, version }
    }),
  )
  const { user, rerender } = show('patient', form())
  const answer = (text: string) => user.click(within(question('食物')).getByRole('radio', { name: text }))
  await answer('あり')
  await user.type(within(question('食物')).getByRole('textbox'), 'えび')
  await answer('なし')
  await waitFor(() => expect(sent(saveQuestionnaire).at(-1)?.allergy_reactions).toEqual([{ kind: 'food', is_occured: false, is_same: false }]))
  await screen.findByText(/自動保存しました/)
  // the page reads the saved answers again
  rerender(form({ version, allergy_reactions: [{ kind: 'food', is_occured: false, description: '', is_same: false }] }))
  await answer('あり')
  expect(within(question('食物')).getByRole('textbox')).toHaveProperty('value', 'えび')
  await waitFor(() =>
    expect(sent(saveQuestionnaire).at(-1)?.allergy_reactions).toEqual([{ kind: 'food', is_occured: true, description: 'えび', is_same: false }]),
  )
})

test('a form cannot be changed while it is being sent', async () => {
  const response = Promise.withResolvers<void>()
  network.use(
    reply(addMedicalQuestionnaireAnswers, async () => {
      await response.promise
      return failure(500, 'internal', '失敗')
    }),
  )
  const { press, user } = show('patient', form())
  await user.click(within(question('食物')).getByRole('radio', { name: 'なし' }))
  await press('次へ：回答の確認')
  await press('送信する')
  await waitFor(() => expect(document.querySelector('[inert]')).not.toBeNull())
  response.resolve()
  await waitFor(() => expect(document.querySelector('[inert]')).toBeNull())
})
