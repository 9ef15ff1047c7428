import { listAssessments } from '@sukoyaka/wire/care/assessment'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { listTestResults } from '@sukoyaka/wire/record/checkup'
import { listFamilyPastIllnesses, listPastIllnesses, listPerformedOperations } from '@sukoyaka/wire/record/illness'
import { listMedicineIntakes, listSupplementIntakes } from '@sukoyaka/wire/record/medication'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { category, result } from '../../test/data/checkup.ts'
import { paged } from '../../test/data/paged.ts'
import { patient } from '../../test/data/patient.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { SummaryTextDialog } from './SummaryTextDialog.tsx'

setUpNetwork()
beforeEach(() => {
  network.use(
    reply(listPatients, paged([patient(1)])),
    reply(listAssessments, { items: [] }),
    reply(listPastIllnesses, { items: [] }),
    reply(listFamilyPastIllnesses, { items: [] }),
    reply(listPerformedOperations, { items: [] }),
    reply(listMedicineIntakes, { items: [] }),
    reply(listSupplementIntakes, { items: [] }),
    reply(listTestResults, { items: [] }),
  )
})

const showDialog = () => {
  const onClose = vi.fn()
  return { ...show('doctor', <SummaryTextDialog user_id={1} onClose={onClose} />), onClose }
}
const shownText = async () => (await screen.findByText(/氏名：佐伯 恵子/, { selector: 'pre' })).textContent!

test('shows the text before copying and copies the same text', async () => {
  const { press, onClose } = showDialog()
  const text = await shownText()
  await press('コピー')
  await screen.findByText('サマリーをコピーしました')
  expect(await navigator.clipboard.readText()).toBe(text)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('the text has critical values of which the patient was not told', async () => {
  const pressure = category(2, 'systolic_blood_pressure', '最高血圧')
  const untold = result(3, 2, 196, '2026-11-20T00:00:00Z', { status: 1, is_serious: true, category: pressure })
  network.use(reply(listTestResults, { items: [result(4, 2, 118, '2026-11-21T00:00:00Z', { status: 0, category: pressure })], ranges: [], untold: [untold] }))
  showDialog()
  expect(await shownText()).toContain('・最高血圧　196 mg/dL　2026.11.20（本人へ未連絡）　最新は118 mg/dL（2026.11.21）')
  expect(sent(listTestResults)[0]?.include).toContain('untold')
})

test('shows an error with retry instead of an incomplete summary', async () => {
  network.use(reply(listMedicineIntakes, () => failure(403, 'forbidden', 'できません'), { once: true }))
  const { press } = showDialog()
  await screen.findByText('サマリーを作成できませんでした')
  expect(document.querySelector('pre')).toBeNull()
  await press('もう一度読み込む')
  expect(await shownText()).toContain('■ 服用中の薬\n記録なし')
})
