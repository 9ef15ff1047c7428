import { addQuestionnaire, listQuestionnaires, type Questionnaire } from '@sukoyaka/wire/record/questionnaire'
import { listSymptomCategories } from '@sukoyaka/wire/record/symptom'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { Head } from './Head.tsx'
import { QuestionnairesCard } from './QuestionnairesCard.tsx'

setUpNetwork()

const questionnaire = (id: number, answered_at: string | null, more: Partial<Questionnaire> = {}): Questionnaire => ({
  id,
  user_id: 7,
  parts: ['symptoms'],
  answered_at,
  version: 1,
  symptom_count: 3,
  lifestyle_count: 0,
  allergy_count: 0,
  yes_count: 0,
  new_symptoms: [],
  gone_symptoms: [],
  created_at: '2026-10-01T00:00:00Z',
  updated_at: '2026-10-01T00:00:00Z',
  ...more,
})

beforeEach(() => {
  network.use(reply(listSymptomCategories, { items: [] }))
})

const card = (
  <QuestionnairesCard user_id={7} mayAnswer={false}>
    依頼なし
  </QuestionnairesCard>
)

test('shows the open and the latest answered questionnaire, and all answered ones in a dialog', async () => {
  network.use(
    reply(listQuestionnaires, {
      items: [questionnaire(3, null, { symptom_count: 2 }), questionnaire(2, '2026-10-02T00:00:00Z'), questionnaire(1, '2025-10-01T00:00:00Z')],
    }),
  )
  const { press } = show('doctor', card)
  await screen.findByText('2026.10.02')
  expect(screen.getByText('依頼なし')).toBeTruthy()
  expect(screen.getByText('記入の途中（2問回答済み）')).toBeTruthy()
  expect(screen.queryByText('2025.10.01')).toBeNull()
  await press('これまでの問診票')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('2025.10.01')).toBeTruthy()
  expect(dialog.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/7/questionnaires/2', '/7/questionnaires/1'])
  // no symptom names are needed
  expect(sent(listSymptomCategories)).toEqual([])
})

test('continues the open questionnaire with its own parts', async () => {
  network.use(reply(listQuestionnaires, { items: [questionnaire(3, null)] }), reply(addQuestionnaire, questionnaire(3, null)))
  const { press } = show('patient', <QuestionnairesCard user_id={7} isOwn mayAnswer />)
  await screen.findByText('記入の途中（3問回答済み）')
  await press('続きから答える')
  await waitFor(() => expect(sent(addQuestionnaire)).toEqual([{ user_id: 7, parts: ['symptoms'] }]))
})

test('shows a load error with retry', async () => {
  network.use(
    reply(listQuestionnaires, () => failure(403, 'forbidden', 'この操作を行う権限がありません。'), { once: true }),
    reply(listQuestionnaires, { items: [] }),
  )
  const { press } = show('doctor', card)
  await screen.findByText('問診票を読み込めませんでした')
  await press('もう一度読み込む')
  await screen.findByText('回答はまだありません')
  expect(screen.queryByRole('button')).toBeNull()
})

test('the button beside the title of a sent questionnaire is named “close”', () => {
  show('patient', <Head title="問診票" answered={0} total={0} onClose={() => {}} />)
  screen.getByRole('button', { name: '閉じる' })
})
