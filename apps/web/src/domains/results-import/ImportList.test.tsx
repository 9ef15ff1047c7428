import { listResultsImports } from '@sukoyaka/wire/boards/results-import'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { api } from '../../api/api.ts'
import { pageOf } from '../../test/data/paged.ts'
import { failure, network, reply, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { ImportList } from './ImportList.tsx'
import { oneImport } from './test-data.ts'

setUpNetwork()

function List() {
  const [page, setPage] = useState(1)
  return <ImportList page={page} onPage={setPage} />
}
const pages = [1, 2].map((page) => [oneImport({ name: `${page}ページの健診` })])

test('shows the previous page until the next one is loaded, and an error in its place if loading fails', async () => {
  const response = Promise.withResolvers<Response>()
  network.use(reply(listResultsImports, ({ page }) => (page === 1 ? pageOf(pages) : response.promise)))
  const { press } = show('nurse', <List />)
  await press('次のページ')
  expect(screen.getByText('1ページの健診')).toBeTruthy()
  response.resolve(failure(403, 'forbidden', 'できません'))
  expect(await screen.findByText('取込の履歴を読み込めませんでした')).toBeTruthy()
  expect(screen.queryByText('1ページの健診')).toBeNull()
  network.use(reply(listResultsImports, pageOf(pages, 2)))
  await press('もう一度読み込む')
  expect(await screen.findByText('2ページの健診')).toBeTruthy()
  expect(screen.getByRole('heading', { name: /26$/ })).toBeTruthy()
})

test('goes back a page when the only import of the last page is deleted', async () => {
  let stored = pages
  network.use(reply(listResultsImports, ({ page }) => pageOf(stored, page)))
  const { press, store } = show('nurse', <List />)
  await press('次のページ')
  await screen.findByText('2ページの健診')
  stored = pages.slice(0, 1)
  store.dispatch(api.util.invalidateTags(['imports']))
  await screen.findByText('1ページの健診')
  expect(screen.queryByRole('button', { name: '次のページ' })).toBeNull()
})

test('an import without progress for ten minutes says so in the list', async () => {
  const [updated_at, now] = ['2026-11-01T00:00:00.000Z', new Date().toISOString()]
  const imports = [
    oneImport({ id: 1, state: 'uploaded', updated_at }),
    oneImport({ id: 2, state: 'undoing', updated_at }),
    oneImport({ id: 3, state: 'applying', updated_at: now }),
    oneImport({ id: 4, state: 'applied', updated_at }),
  ]
  network.use(reply(listResultsImports, pageOf([imports])))
  show('nurse', <List />)
  await screen.findByText('取込済み')
  const states = screen.getAllByRole('row').slice(1)
  expect(states.map((row) => row.lastElementChild?.textContent)).toEqual(['確認中（進行なし）', '取消中（進行なし）', '取込中', '取込済み'])
})
