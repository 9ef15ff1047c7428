import { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import { listNumericTestResultCategories, listTestResults, type TestResult } from '@sukoyaka/wire/record/checkup'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { category, range, result } from '../../../test/data/checkup.ts'
import { paged } from '../../../test/data/paged.ts'
import { network, reply, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { readDraft } from '../../message/composer/draft.ts'
import { room } from '../../message/test-data.ts'
import { ConcernsCard } from '../ConcernsCard.tsx'
import { Explanation } from './Explanation.tsx'

setUpNetwork()
const chat = (chat: boolean) => reply(listMessageRooms, paged([room(1, '佐伯', { chat })]))
beforeEach(() => {
  localStorage.clear()
  network.use(chat(true))
})

const at = '2026-10-14T00:00:00Z'
const ldl = category(1, 'ldl_cholesterol', 'LDLコレステロール')
const open = async (results: TestResult[], name: RegExp) => {
  network.use(reply(listTestResults, { items: results, ranges: [range(1, 1), range(2, 2)] }))
  show('patient', <ConcernsCard user_id={1} />)
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog'))
}

test('a patient opens a result and reads what it is, what it means, what to do, and the source', async () => {
  const dialog = await open(
    [result(1, 1, 150, '2025-10-14T00:00:00Z', { status: 1, category: ldl }), result(2, 1, 162, at, { status: 1, category: ldl })],
    /LDLコレステロール/,
  )
  expect(await dialog.findByText(/「悪玉」とも呼ばれます/)).toBeTruthy()
  expect(dialog.getByText(/動脈硬化が進みやすく/)).toBeTruthy()
  expect(dialog.getByText('前回（2025.10.14）は150 mg/dLでした。')).toBeTruthy()
  expect(dialog.getByText('2025.10から2回')).toBeTruthy()
  expect(dialog.getByText(/魚、大豆、野菜/)).toBeTruthy()
  expect(dialog.getByText(/担当チームにご確認ください/)).toBeTruthy()
  expect(dialog.getByText('日本動脈硬化学会「動脈硬化性疾患予防ガイドライン 2022年版」')).toBeTruthy()
})

test('the link to the conversation starts a message about the result', async () => {
  const dialog = await open([result(2, 1, 162, at, { status: 1, category: ldl })], /LDLコレステロール/)
  const link = await dialog.findByRole('link', { name: '担当チームにたずねる' })
  expect(link.getAttribute('href')).toBe('/messages/1')
  await userEvent.click(link)
  expect(readDraft(1, 1).body).toBe('LDLコレステロールの結果（2026.10.14）についておたずねします。\n')
})

test('the next step after a borderline value is to measure again where it was measured', async () => {
  const pressure = category(1, 'home_systolic_blood_pressure', '家庭血圧')
  // measured with a device, or imported
  for (const origin of ['自己測定', '', 'Withings']) {
    const dialog = await open([result(2, 1, 130, at, { status: 2, origin, test_package_id: null, category: pressure })], /家庭血圧/)
    expect(await dialog.findByText(/ご家庭で測定を続けて/)).toBeTruthy()
    expect(dialog.queryByText(/次の検査/)).toBeNull()
    cleanup()
  }
})

test('for a critical value the next step comes first and no other advice follows; an item without a text refers to the care team', async () => {
  const potassium = category(2, 'potassium', 'カリウム')
  const dialog = await open([result(3, 2, 7, at, { status: 1, is_serious: true, range_id: 2, category: potassium })], /カリウム/)
  expect((await dialog.findAllByRole('heading', { level: 3 })).map((heading) => heading.textContent)).toEqual(['次にすること', '結果の意味'])
  expect(dialog.getByRole('link', { name: '担当チームに連絡する' })).toBeTruthy()
  expect(dialog.getByText(/担当チームが直接ご説明します/)).toBeTruthy()
})

test('without chat, a critical value refers to the phone numbers of the facilities, and no message is started', async () => {
  network.use(chat(false))
  const potassium = category(2, 'potassium', 'カリウム')
  const dialog = await open([result(3, 2, 7, at, { status: 1, is_serious: true, range_id: 2, category: potassium })], /カリウム/)
  const link = await dialog.findByRole('link', { name: '施設の電話番号を見る' })
  expect(link.getAttribute('href')).toBe('/facilities')
  expect(dialog.getByText(/今日のうちに施設にお電話ください/)).toBeTruthy()
  expect(dialog.getByText('この結果については、担当チームが直接ご説明します。施設にお電話ください。')).toBeTruthy()
  expect(dialog.queryByRole('link', { name: '担当チームに連絡する' })).toBeNull()
  await userEvent.click(link)
  expect(readDraft(1, 1).body).toBe('')
})

test('low glucose says when to take sugar; for a critical value before whom to contact', async () => {
  const glucose = category(2, 'casual_glucose', '随時血糖')
  for (const [value, is_serious, headings] of [
    [59, false, ['どんな検査ですか', '結果の意味', 'できること', '次にすること']],
    [45, true, ['できること', '次にすること', 'どんな検査ですか', '結果の意味']],
  ] as const) {
    const dialog = await open([result(3, 2, value, at, { status: is_serious ? 1 : 2, is_serious, range_id: 2, category: glucose })], /随時血糖/)
    expect((await dialog.findAllByRole('heading', { level: 3 })).map((heading) => heading.textContent)).toEqual(headings)
    expect(dialog.getByText(/すぐにブドウ糖10g.*15分後にもう一度測り.*昨日までの値で、いま症状がなければ/)).toBeTruthy()
    expect(dialog.queryByText(/担当チームが直接ご説明します/)).toBeNull()
    cleanup()
  }
})

test('low glucose of a child, for whom there is no range, is marked as low and says when to take sugar', async () => {
  const glucose = category(2, 'casual_glucose', '随時血糖')
  network.use(reply(listNumericTestResultCategories, { items: [{ ...glucose, serious: { below: 50, above: 400 } }] }))
  const dialog = await open([result(3, 2, 45, at, { status: null, is_serious: true, range_id: null, category: glucose })], /随時血糖.*基準より低い/)
  expect(await dialog.findByText(/すぐにブドウ糖10g/)).toBeTruthy()
  expect(dialog.getByRole('link', { name: '担当チームに連絡する' })).toBeTruthy()
})

test('a value that was judged as healthy outside its range is not called within it', async () => {
  for (const [value, words] of [
    [55, /基準の範囲から外れていますが、お薬やほかの検査/],
    [100, '今回の値は基準の範囲内です。'],
  ] as const) {
    const newest = result(2, 1, value, at, { status: 0, category: ldl })
    show('patient', <Explanation category={ldl} newest={newest} previous={undefined} range={range(1, 1)} />)
    expect(await screen.findByText(words)).toBeTruthy()
    cleanup()
  }
})

test('lists a critical value until the patient was told of it, with the normal value that followed', async () => {
  const pressure = category(2, 'systolic_blood_pressure', '最高血圧')
  const untold = result(3, 2, 196, '2026-11-21T12:14:00Z', { status: 1, is_serious: true, range_id: 2, category: pressure })
  network.use(
    reply(listTestResults, {
      items: [result(4, 2, 118, '2026-11-21T12:15:00Z', { status: 0, range_id: 2, category: pressure })],
      ranges: [range(2, 2)],
      untold: [untold],
    }),
  )
  show('patient', <ConcernsCard user_id={1} />)
  const row = within(await screen.findByRole('button', { name: /最高血圧/ }))
  expect(row.getByText('196')).toBeTruthy()
  expect(await row.findByText('2026.11.21 21:14の値です。最新の値は118 mg/dL（2026.11.21 21:15、基準内）です。')).toBeTruthy()
})

test('values that are not judged are not called normal', async () => {
  const unjudged = result(2, 1, 100, at, { status: null, category: ldl })
  network.use(reply(listTestResults, { items: [unjudged], ranges: [range(1, 1)] }))
  show('patient', <ConcernsCard user_id={1} />)
  await screen.findByText('基準と比べた検査結果はありません')
  expect(screen.getByText(/^1項目は、基準がないなどの理由で、基準と比べていません。/)).toBeTruthy()
})

test('the card links to all results', async () => {
  network.use(reply(listTestResults, { items: [result(2, 1, 100, at, { category: ldl })], ranges: [range(1, 1)] }))
  show('patient', <ConcernsCard user_id={1} />)
  expect((await screen.findByRole('link', { name: 'すべて' })).getAttribute('href')).toBe('/1/database')
})
