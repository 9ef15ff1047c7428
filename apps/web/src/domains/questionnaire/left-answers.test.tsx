import { listLifestyleCategories } from '@sukoyaka/wire/record/lifestyle'
import { addQuestionnaire, getQuestionnaire, type QuestionnaireDetail, saveQuestionnaire } from '@sukoyaka/wire/record/questionnaire'
import { listSymptomCategories } from '@sukoyaka/wire/record/symptom'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { firstPage } from './answers.ts'
import { QuestionnaireView } from './QuestionnaireView.tsx'

setUpNetwork()

let questionnaire: QuestionnaireDetail
beforeEach(() => {
  sessionStorage.clear()
  questionnaire = {
    ...{ id: 7, user_id: 1, parts: ['allergy_reactions'], answered_at: null, version: 0, symptom_count: 0, lifestyle_count: 0, allergy_count: 0, yes_count: 0 },
    ...{ new_symptoms: [], gone_symptoms: [], created_at: '2026-11-20T00:00:00Z', updated_at: '2026-11-20T00:00:00Z' },
    ...{ symptoms: [], lifestyles: [], allergy_reactions: [], last: { symptoms: [], lifestyles: [], allergy_reactions: [] } },
  }
  network.use(
    reply(listSymptomCategories, { items: [] }),
    reply(listLifestyleCategories, { items: [] }),
    reply(getQuestionnaire, () => questionnaire),
    // a nurse sends the questionnaire while the patient is offline
    reply(saveQuestionnaire, () => {
      questionnaire = { ...questionnaire, answered_at: '2026-11-20T01:00:00Z' }
      return failure(409, 'conflict', '送信済みです。')
    }),
    reply(addQuestionnaire, () => ({ ...questionnaire, id: 8, answered_at: null })),
  )
})

const stored = (id: number) => JSON.parse(sessionStorage.getItem(`unsent.1.questionnaire.${id}`) ?? 'null')
const view = () => (
  <QuestionnaireView id={7} user_id={1} patient={{ currentData: { sex: 'male' }, isFetching: false, isError: false, refetch: () => {} }} onClose={() => {}} />
)
/** Answers a questionnaire that was sent meanwhile. */
const answerLate = async () => {
  const shown = show('patient', view())
  await shown.user.click(within(await screen.findByRole('group', { name: '薬剤' })).getByRole('radio', { name: 'あり' }))
  await screen.findByText(/ほかの画面から送信されました/)
  return shown
}

test('answers that were not saved before the questionnaire was sent elsewhere can be moved to a new one', async () => {
  const { press } = await answerLate()
  await press('続けて回答する')
  await waitFor(() => expect(stored(8)).toMatchObject({ 'allergy_reactions.medicine': { value: true } }))
  expect([sent(addQuestionnaire), stored(7)]).toEqual([[{ user_id: 1, parts: ['allergy_reactions'] }], null])
})

test('answers that were not saved before the questionnaire was sent elsewhere can be discarded', async () => {
  const { press } = await answerLate()
  await press('破棄する')
  expect(screen.queryByText(/ほかの画面から送信されました/)).toBeNull()
  expect(stored(7)).toBeNull()
})

test('a questionnaire opens where the patient stopped, also behind a skipped question', () => {
  const steps = [{ paths: ['a', 'b'] }, { paths: ['c', 'd'] }, { paths: [] }]
  const pageAfter = (...paths: string[]) => firstPage(steps, Object.fromEntries(paths.map((path) => [path, { value: true }])))
  expect([pageAfter(), pageAfter('a'), pageAfter('a', 'b'), pageAfter('a', 'c'), pageAfter('a', 'c', 'd')]).toEqual([0, 0, 1, 1, 2])
})
