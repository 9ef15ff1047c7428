import { applyFhirImport, checkFhirImport, type FhirImport, listFhirImports, undoFhirImport } from '@sukoyaka/wire/boards/fhir-import'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { FhirImportLink } from '../../domains/fhir/FhirImportLink.tsx'
import { patient } from '../../test/data/patient.ts'
import { failure, network, reply, sent, settled, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { FhirImportPage } from './FhirImportPage.tsx'

setUpNetwork()
const keiko = patient(1)
const path = `/${keiko.id}/fhir_import`
const page = (
  <Routes>
    <Route path="/:userId/fhir_import" element={<FhirImportPage />} />
  </Routes>
)
const entry = {
  index: 0,
  resource_type: 'Condition',
  resource_id: 'a',
  text: '高血圧症',
  outcome: 'new' as const,
  reason: null,
  table_name: null,
  row_id: null,
}
const entries = [
  { ...entry, table_name: 'past_illnesses' as const },
  { ...entry, index: 1, resource_type: 'Observation', text: 'LDL', outcome: 'refused' as const, reason: 'unknown_unit' as const },
  { ...entry, index: 2, resource_type: 'Procedure', text: '', outcome: 'refused' as const, reason: 'type_not_taken' as const },
]
const bundle = JSON.stringify({ resourceType: 'Bundle' })
const file = (content: string) => new File([content], '紹介状.json', { type: 'application/json' })

test('a nurse sees the outcome of each entry of a bundle before the import, imports the bundle and undoes the import', async () => {
  let imports: FhirImport[] = []
  const imported = {
    id: 3,
    user_id: keiko.id,
    name: '紹介状.json',
    entries,
    created_by: 2,
    created_at: '2026-11-20T00:00:00Z',
    undone_by: null,
    undone_at: null,
  }
  network.use(
    reply(listPatients, { items: [keiko], page: 1, next_page: null, total_count: 1 }),
    reply(listFhirImports, () => ({ items: imports })),
    reply(checkFhirImport, { user_id: keiko.id, name: '紹介状.json', entries }),
    reply(applyFhirImport, () => {
      imports = [imported]
      return imported
    }),
    reply(undoFhirImport, () => {
      imports = [{ ...imported, undone_by: 2, undone_at: '2026-11-20T01:00:00Z' }]
      return { ...imports[0]!, kept_count: 1 }
    }),
  )
  const { user, press } = show('nurse', page, { path })
  const input = await screen.findByLabelText('ファイルを選ぶ', { selector: 'input' })
  expect(document.querySelector('header [data-patient]')?.textContent).toMatch(/佐伯 恵子.*さえき.*1968/)
  await user.upload(input, file(bundle))
  await screen.findByText('新規1・登録済み0・対象外2')
  screen.getByText('単位がわかりません')
  screen.getByText('Procedure')
  expect([sent(checkFhirImport), sent(applyFhirImport)]).toEqual([[{ user_id: keiko.id, name: '紹介状.json', content: bundle }], []])
  await press('1件を取り込む')
  await press('紹介状.jsonの取込を取り消す')
  within(await screen.findByRole('dialog', { name: '取込の取り消し' }))
    .getByRole('button', { name: '取り消す' })
    .click()
  await screen.findByText('取り消し済み')
  await screen.findByText('編集された1件は残しました')
  expect(sent(undoFhirImport)).toEqual([{ id: 3 }])
})

test('of two files chosen one after the other, the second is shown and imported, whichever is answered first', async () => {
  let answerFirst = () => {}
  const firstAnswered = new Promise<void>((resolve) => {
    answerFirst = resolve
  })
  network.use(
    reply(listPatients, { items: [keiko], page: 1, next_page: null, total_count: 1 }),
    reply(listFhirImports, { items: [] }),
    reply(checkFhirImport, async ({ name }) => {
      if (name === 'A.json') await firstAnswered
      return { user_id: keiko.id, name, entries: [{ ...entries[0]!, text: name }] }
    }),
    reply(applyFhirImport, () => failure(422, 'bundle_unreadable', '読み取れません。')),
  )
  const { user, press } = show('nurse', page, { path })
  const input = await screen.findByLabelText('ファイルを選ぶ', { selector: 'input' })
  await user.upload(input, new File([bundle], 'A.json', { type: 'application/json' }))
  await waitFor(() => expect(sent(checkFhirImport)).toHaveLength(1))
  await user.upload(input, new File([bundle], 'B.json', { type: 'application/json' }))
  await screen.findByText('B.json')
  answerFirst()
  await settled()
  screen.getByText(/B\.json.*まだ取り込んでいません/)
  await press('1件を取り込む')
  await waitFor(() => expect(sent(applyFhirImport).map(({ name }) => name)).toEqual(['B.json']))
})

test('says why a file is rejected; an observer cannot import', async () => {
  network.use(
    reply(listPatients, { items: [keiko], page: 1, next_page: null, total_count: 1 }),
    reply(listFhirImports, { items: [] }),
    reply(checkFhirImport, () => failure(422, 'bundle_of_another', 'このバンドルは選択中の方のものではありません。')),
  )
  const { user, unmount } = show('doctor', page, { path })
  const input = await screen.findByLabelText('ファイルを選ぶ', { selector: 'input' })
  await user.upload(input, file('これはJSONではない'))
  await screen.findByText('JSONのファイルを選んでください。')
  // fewer characters than the limit, but more bytes
  await user.upload(input, file(JSON.stringify('あ'.repeat(400_000))))
  await screen.findByText('ファイルが大きすぎます（900KBまで）。')
  expect(sent(checkFhirImport)).toEqual([])
  await user.upload(input, file(bundle))
  await screen.findByText(/選択中の方のものではありません/)
  unmount()
  show('observer', page, { path })
  await screen.findByText('取り込めるのは看護師・医師・管理者です。')
  expect(screen.queryByLabelText('ファイルを選ぶ')).toBeNull()
  await screen.findByText('まだ取り込んでいません')
  expect(screen.queryByText(/ファイルを選ぶと/)).toBeNull()
})

test.for([
  ['nurse', 'FHIRから取り込む'],
  ['observer', 'FHIRの取込'],
] as const)('the link of a %s says what the page offers: %s', async ([role, name]) => {
  show(role, <FhirImportLink user_id={keiko.id} />)
  await screen.findByRole('link', { name })
})
