import { listNumericTestResultCategories, listReferenceRanges, listTestPackages, listTestResults } from '@sukoyaka/wire/record/checkup'
import { getLipidTarget } from '@sukoyaka/wire/record/lipid-risk'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { range, result } from '../../../test/data/checkup.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { sample } from '../test-data.ts'
import { ResultsTab } from './ResultsTab.tsx'

vi.mock('../../../ui/chart/echarts.ts', () => ({ init: () => ({ setOption: () => undefined, resize: () => undefined, dispose: () => undefined }) }))

/** LDL measured at home on 120 days until 30 October 2026, newest first; the last 20 were judged by another range. */
const measured = Array.from({ length: 120 }, (_, at) =>
  result(1000 - at, 1, 200 - at, new Date(Date.UTC(2026, 9, 30 - at, 3)).toISOString(), { range_id: at < 100 ? 1 : 9, status: at < 100 ? 0 : 1 }),
)
const oldRange = range(9, 1, { healthy: { min: 60, max: 70 } })
const [earlier, later, ...others] = sample.results
const shownAtFirst = [...measured.slice(0, 100), earlier!, later!, ...others, result(50, 3, 99, measured[110]!.recorded_at)]

let isDown: boolean
let csv: Blob | undefined
setUpNetwork()
beforeEach(() => {
  isDown = false
  csv = undefined
  network.use(
    reply(listTestPackages, { items: sample.packages }),
    reply(listNumericTestResultCategories, { items: sample.categories }),
    reply(listReferenceRanges, { items: sample.today }),
    reply(listTestResults, ({ categories }) => {
      if (!categories) return { items: shownAtFirst, ranges: sample.ranges }
      return isDown ? failure(403, 'forbidden', 'できません') : { items: [...measured, later!, earlier!], ranges: [...sample.ranges, oldRange] }
    }),
    reply(getLipidTarget, { user_id: 1, risk: null, set_by: null, updated_at: null }),
  )
  // happy-dom has no layout; without sizes the virtualised grid renders no rows
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1100)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    csv = blob as Blob
    return 'blob:x'
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const ofLdl = { user_id: 1, categories: ['ldl_cholesterol'], count: 10_000 }
const isCutText = '古い値の一部は含まれていません'
const csvLines = async () => {
  await waitFor(() => expect(csv).toBeTruthy())
  return (await csv!.text()).trim().split('\r\n')
}

test('the grid asks for all values of checkups and says that an item has older values; the drawer loads them', async () => {
  const { user } = show('doctor', <ResultsTab user_id={1} />)
  await user.click(await screen.findByLabelText(/^142、/))
  expect(sent(listTestResults)[0]).toMatchObject({ count: 100, include: ['range', 'checkups'] })
  expect(screen.getByText(/^測定回数の多い項目は、新しい100件と健診の値を表示しています。/)).toBeTruthy()
  const drawer = within(await screen.findByRole('region', { name: 'LDLコレステロール' }))
  expect(await drawer.findByRole('heading', { name: /122/ })).toBeTruthy()
  expect(drawer.queryByText(isCutText)).toBeNull()
  expect(sent(listTestResults).slice(1)).toMatchObject([ofLdl])
  // the values are judged by the range that comes with them
  await user.click(drawer.getByRole('button', { name: 'CSVで保存' }))
  const lines = await csvLines()
  expect(lines).toHaveLength(123)
  expect(lines.find((line) => line.startsWith('2026-07-03'))).toContain(',81,mg/dL,異常,H,60–69,')
  expect(sent(listTestResults)).toHaveLength(2)
})

test('an item without older values is not loaded again', async () => {
  network.use(reply(listTestResults, { items: sample.results, ranges: sample.ranges }))
  const { user, press } = show('doctor', <ResultsTab user_id={1} />)
  await user.click(await screen.findByLabelText(/^142、/))
  await screen.findByRole('region', { name: 'LDLコレステロール' })
  await press('すべての結果をCSVで保存')
  expect(await csvLines()).toHaveLength(5)
  expect(sent(listTestResults)).toHaveLength(1)
  expect(screen.queryByText(/^測定回数の多い項目は/)).toBeNull()
})

test('the CSV of all results has the older values too; without them no file is saved', async () => {
  isDown = true
  const { press } = show('doctor', <ResultsTab user_id={1} />)
  await press('すべての結果をCSVで保存')
  expect(await screen.findByText('CSVを保存できませんでした')).toBeTruthy()
  expect(csv).toBeUndefined()
  isDown = false
  await press('すべての結果をCSVで保存')
  expect(await csvLines()).toHaveLength(1 + 122 + others.length + 1)
})

test('while older values are missing, the drawer says so', async () => {
  isDown = true
  const { user } = show('doctor', <ResultsTab user_id={1} />)
  await user.click(await screen.findByLabelText(/^142、/))
  const drawer = within(await screen.findByRole('region', { name: 'LDLコレステロール' }))
  expect(drawer.getByText(isCutText)).toBeTruthy()
  expect(drawer.getByRole('heading', { name: /102/ })).toBeTruthy()
})

test('the comparison shows the older value of a day', async () => {
  show('doctor', <ResultsTab user_id={1} />, { path: '/1/database?compare=d2026-07-12,p7' })
  expect(await screen.findByText('90')).toBeTruthy()
  expect(screen.queryByText(isCutText)).toBeNull()
})

test('shows a load error and retries', async () => {
  network.use(reply(listTestResults, () => failure(403, 'forbidden', 'x')))
  const { press } = show('doctor', <ResultsTab user_id={1} />)
  expect(await screen.findByText('検査結果を読み込めませんでした')).toBeTruthy()
  network.use(reply(listTestResults, { items: sample.results, ranges: sample.ranges }))
  await press('もう一度読み込む')
  expect(await screen.findByLabelText('162、異常、基準より高い')).toBeTruthy()
})
