import { listDiseases } from '@sukoyaka/wire/care/assessment'
import { listReferenceRanges, listTestResults } from '@sukoyaka/wire/record/checkup'
import { listAllergyReactions, listFamilyPastIllnesses } from '@sukoyaka/wire/record/illness'
import { listImageTestResults } from '@sukoyaka/wire/record/imaging'
import { listMedicineIntakes } from '@sukoyaka/wire/record/medication'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sample } from '../../domains/checkup/test-data.ts'
import { allergy, familyIllness } from '../../domains/illness/test-data.ts'
import { medicineIntake } from '../../domains/medication/test-data.ts'
import { category, result } from '../../test/data/checkup.ts'
import { disease } from '../../test/data/disease.ts'
import { failure, network, reply, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { RelatedRecords } from './RelatedRecords.tsx'

setUpNetwork()

const indicator = (type: 'numeric_test_result_category' | 'symptom_category', name: string) => ({
  id: 1,
  type,
  priority: 1,
  name,
  name_ja: name,
  display_name: name,
})
const angina = {
  ...disease(2, '狭心症'),
  indicators: [
    indicator('symptom_category', 'chest_pain'),
    indicator('numeric_test_result_category', 'hdl_cholesterol'),
    indicator('numeric_test_result_category', 'ldl_cholesterol'),
  ],
}
const record = () =>
  network.use(
    reply(listDiseases, { items: [angina, disease(1, '痛風')] }),
    reply(listTestResults, { items: sample.results.map((row) => ({ ...row, category: sample.categories.find(({ id }) => id === row.category_id) })) }),
    reply(listReferenceRanges, { items: sample.ranges }),
    reply(listImageTestResults, { items: [] }),
    reply(listMedicineIntakes, { items: [medicineIntake(1, { medicine_id: 1 }), medicineIntake(2, { medicine_id: 2, ended_on: '2025-01-01' })] }),
    reply(listAllergyReactions, { items: [allergy(1, 'medicine', true, 'セフェム系'), allergy(2, 'food', false)] }),
    reply(listFamilyPastIllnesses, {
      items: [familyIllness(1, 'father', { diagnosed_age: 58 }), familyIllness(2, 'mother', { disease_id: 1 }), familyIllness(3, 'm_uncle', {})],
    }),
  )
const rowsOf = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).parentElement!)
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('shows what belongs to the reported symptoms: results with abnormal ones first, current medicines, allergies, family history', async () => {
  record()
  show('doctor', <RelatedRecords user_id={1} symptoms={['chest_pain']} />)
  const [ldl, hdl, ...others] = await rowsOf('検査結果・画像')
  expect([ldl, hdl, others]).toEqual([expect.stringMatching(/LDLコレステロール.*162/), expect.stringMatching(/HDLコレステロール.*60/), []])
  expect(screen.getByRole('link', { name: 'LDLコレステロール' }).getAttribute('href')).toBe('/1/database')
  expect(await rowsOf('服用中の薬')).toEqual([expect.stringContaining('ロスバスタチン')])
  expect(await rowsOf('アレルギー')).toEqual(['薬剤セフェム系'])
  expect(await rowsOf('家族歴')).toEqual([expect.stringMatching(/^父.*（58歳）/), expect.stringMatching(/^母方のおじ/)])
})

test('shows a critical value of which the patient was not told, with the normal value that followed', async () => {
  record()
  const ldl = category(1, 'ldl_cholesterol', 'LDLコレステロール')
  const untold = result(3, 1, 480, '2026-11-20T12:14:00Z', { status: 1, is_serious: true, category: ldl })
  network.use(reply(listTestResults, { items: [result(4, 1, 110, '2026-11-21T12:15:00Z', { status: 0, category: ldl })], ranges: [], untold: [untold] }))
  show('doctor', <RelatedRecords user_id={1} symptoms={['chest_pain']} />)
  await screen.findByText(/本人へ未連絡）。最新は110 mg\/dL/)
  expect(await rowsOf('検査結果・画像')).toEqual([expect.stringMatching(/LDLコレステロール.*480/)])
})

test('without reported symptoms, says that no results belong to them, and still shows current medicines', async () => {
  record()
  show('doctor', <RelatedRecords user_id={1} symptoms={[]} />)
  await screen.findByText('「あり」の症状に関係する検査結果はありません')
  expect(await rowsOf('服用中の薬')).toHaveLength(1)
})

test('an error is shown if one part fails to load', async () => {
  record()
  network.use(reply(listMedicineIntakes, () => failure(403, 'forbidden', 'できません')))
  show('doctor', <RelatedRecords user_id={1} symptoms={['chest_pain']} />)
  await screen.findByText('関係する記録を読み込めませんでした')
})
