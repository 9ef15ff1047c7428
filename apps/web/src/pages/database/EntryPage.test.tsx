import { listPatients } from '@sukoyaka/wire/people/patient'
import { listNumericTestResultCategories, listReferenceRanges, listTestCategories, listTestPackages, listTestResults } from '@sukoyaka/wire/record/checkup'
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { sample } from '../../domains/checkup/test-data.ts'
import { result } from '../../test/data/checkup.ts'
import { paged } from '../../test/data/paged.ts'
import { patient } from '../../test/data/patient.ts'
import { emptyLists, network, reply, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { EntryPage } from './EntryPage.tsx'

setUpNetwork()

test('a day with an older value than the first query has shows it as registered', async () => {
  const measured = Array.from({ length: 120 }, (_, at) => result(1000 - at, 1, 200 - at, new Date(Date.UTC(2026, 9, 30 - at, 3)).toISOString()))
  network.use(
    reply(listPatients, paged([patient(1)])),
    reply(listTestPackages, { items: [] }),
    reply(listNumericTestResultCategories, { items: sample.categories }),
    reply(listReferenceRanges, { items: sample.today }),
    reply(listTestCategories, { items: [] }),
    reply(listTestResults, ({ categories }) => ({ items: categories ? measured : measured.slice(0, 100), ranges: sample.ranges })),
    emptyLists,
  )
  const { user } = show(
    'nurse',
    <Routes>
      <Route path="/:userId/database/entry" element={<EntryPage />} />
    </Routes>,
    { path: '/1/database/entry' },
  )
  const day = await screen.findByLabelText(/^測定日/)
  await user.clear(day)
  await user.type(day, '2026.07.12{Tab}')
  const ldl = within(screen.getByRole('rowheader', { name: 'LDLコレステロール' }).closest('tr')!)
  expect(ldl.getByText('90')).toBeTruthy()
  expect(ldl.queryByRole('textbox')).toBeNull()
})
