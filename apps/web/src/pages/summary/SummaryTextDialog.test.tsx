import { listAssessments } from '@sukoyaka/wire/care/assessment'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { listTestResults } from '@sukoyaka/wire/record/checkup'
import { listFamilyPastIllnesses, listPastIllnesses, listPerformedOperations } from '@sukoyaka/wire/record/illness'
import { listMedicineIntakes, listSupplementIntakes } from '@sukoyaka/wire/record/medication'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { paged } from '../../test/data/paged.ts'
import { patient } from '../../test/data/patient.ts'
import { failure, network, reply, setUpNetwork } from '../../test/network.ts'
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

test('shows an error with retry instead of an incomplete summary', async () => {
  network.use(reply(listMedicineIntakes, () => failure(403, 'forbidden', 'できません'), { once: true }))
  const { press } = showDialog()
  await screen.findByText('サマリーを作成できませんでした')
  expect(document.querySelector('pre')).toBeNull()
  await press('もう一度読み込む')
  expect(await shownText()).toContain('■ 服用中の薬\n記録なし')
})
