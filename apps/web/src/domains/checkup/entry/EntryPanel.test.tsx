import type { Reply } from '@sukoyaka/wire/endpoint'
import { addTestResults } from '@sukoyaka/wire/record/result'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { countUnsent } from '../../../api/unsent/count.ts'
import { category, checkup, range, result } from '../../../test/data/checkup.ts'
import { network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import * as page from '../../../test/show.tsx'
import { gridOf } from '../grid/model.ts'
import { sample } from '../test-data.ts'
import { EntryPanel } from './EntryPanel.tsx'

setUpNetwork()

const dipstick = category(4, 'urine_occult_blood', '尿潜血', {
  group: 'urine',
  ...{ unit: '', unit_display: '', conversions: [], serious: null },
  value_labels: ['(−)', '(±)', '(1+)', '(2+)'],
  possible: { min: 0, max: 3 },
  likely: { min: 0, max: 3 },
})
const facts = { ...sample, categories: [...sample.categories, dipstick], today: [...sample.today, range(4, 4, { healthy: { min: null, max: 1 } })] }
const show = (more: Partial<typeof facts> = {}) => {
  const { categories, packages, today, ...rest } = { ...facts, ...more }
  return page.show(
    'nurse',
    <EntryPanel
      user_id={1}
      sex="female"
      grid={gridOf({ categories, packages, today, ...rest })}
      packages={packages}
      categories={categories}
      ranges={today}
      testCategories={[]}
    />,
  )
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `${name}の値` })
const row = (name: string) => within(screen.getByRole('rowheader', { name }).closest('tr')!)
const laterAt = '2026-10-13T16:00:00Z'

test('shows registered values as text with a pencil and the previous value, and fields for what is missing', async () => {
  // the tests of the checkups are unknown and each checkup has a value, so no checkup is preselected
  const { user, press } = show()
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: '検査' }).value).toBe('')
  await user.selectOptions(screen.getByRole('combobox', { name: '検査' }), '7')
  const ldl = row('LDLコレステロール')
  expect(ldl.getByText('162').tagName).toBe('B')
  expect(ldl.getByText('登録済み')).toBeTruthy()
  expect(ldl.getByText('142')).toBeTruthy()
  expect(ldl.queryByRole('textbox')).toBeNull()
  expect(field('HDLコレステロール').value).toBe('')
  await press('LDLコレステロールの登録済みの値を直す')
  expect(field('LDLコレステロール').value).toBe('162')
  // an unchanged value is not sent, so the button counts none
  expect(screen.getByRole('button', { name: '登録' })).toBeTruthy()
  await user.click(field('LDLコレステロール'))
  await user.keyboard('{Escape}')
  expect(ldl.queryByRole('textbox')).toBeNull()
})

test.each(['155', '162'])('a measured value, here %s, can be entered in place of a calculated one', async (value) => {
  network.use(reply(addTestResults, { items: [{ index: 0, outcome: 'new' }] }))
  const { user, press } = show({ results: sample.results.map((each) => (each.id === 12 ? { ...each, is_derived: true } : each)) })
  await user.selectOptions(screen.getByRole('combobox', { name: '検査' }), '7')
  expect(row('LDLコレステロール').getByText('自動計算')).toBeTruthy()
  await press('LDLコレステロールの測定値を入力')
  expect(field('LDLコレステロール').value).toBe('')
  expect(screen.getByRole('button', { name: '登録' })).toBeTruthy()
  await user.type(field('LDLコレステロール'), value)
  await press('1項目を登録')
  await waitFor(() => expect(sent(addTestResults)[0]?.results).toEqual([{ category_id: 1, value: Number(value), recorded_at: laterAt }]))
})

test('preselects the newest checkup that lacks values', () => {
  show({ packages: [checkup(8, '2026-11-01T00:00:00Z'), ...sample.packages] })
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: '検査' }).value).toBe('8')
})

test('enters values by keyboard; rows with errors stay, and rejected rows show the server’s reason', async () => {
  network.use(
    reply(addTestResults, {
      items: [
        { index: 0, outcome: 'changed' },
        { index: 1, outcome: 'refused', reason: 'released', message: '公開済みの検査です。' },
      ],
    }),
  )
  const { user, press } = show()
  await user.selectOptions(screen.getByRole('combobox', { name: '検査' }), '7')
  await press('LDLコレステロールの登録済みの値を直す')
  const ldl = field('LDLコレステロール')
  await user.clear(ldl)
  await user.type(ldl, '１２８')
  expect(row('LDLコレステロール').getByText('注意')).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(field('HDLコレステロール'))
  await user.keyboard('9999{Enter}')
  expect(document.activeElement).toBe(field('空腹時血糖'))
  expect(screen.getByText(/ありえない値です/)).toBeTruthy()
  await user.keyboard('98')
  expect(screen.getByRole('button', { name: 'エラー 1' })).toBeTruthy()
  await press('2項目を登録')
  expect(await screen.findByText('公開済みの検査です。')).toBeTruthy()
  expect(sent(addTestResults)).toEqual([
    {
      user_id: 1,
      test_package_id: 7,
      results: [
        { category_id: 1, value: 128, recorded_at: laterAt },
        { category_id: 3, value: 98, recorded_at: laterAt },
      ],
    },
  ])
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'LDLコレステロールの値' })).toBeNull())
  expect([field('HDLコレステロール').value, field('空腹時血糖').value]).toEqual(['9999', '98'])
})

test('keeps values typed while others are registered, in the same checkup and in another', async () => {
  const response = Promise.withResolvers<Reply<typeof addTestResults>>()
  network.use(reply(addTestResults, () => response.promise))
  const { user, press } = show()
  const choose = (value: string) => user.selectOptions(screen.getByRole('combobox', { name: '検査' }), value)
  await choose('7')
  await user.type(field('HDLコレステロール'), '61')
  await user.type(field('空腹時血糖'), '98')
  await press('2項目を登録')
  await user.type(field('空腹時血糖'), '{Backspace}9')
  await choose('5')
  await user.type(field('空腹時血糖'), '101')
  response.resolve({ items: [0, 1].map((index) => ({ index, outcome: 'new' })) })
  expect(await screen.findByText('2件の結果を登録しました')).toBeTruthy()
  expect(field('空腹時血糖').value).toBe('101')
  await choose('7')
  expect([field('HDLコレステロール').value, field('空腹時血糖').value]).toEqual(['', '99'])
})

test('signing out asks about typed values, but not after they were registered or discarded, nor about the choice of the checkup', async () => {
  network.use(
    reply(addTestResults, ({ results }) => ({
      items: results.map((_, index) => ({ index, outcome: results.length > 1 ? ('refused' as const) : ('new' as const) })),
    })),
  )
  const { user, press } = show()
  await user.selectOptions(screen.getByRole('combobox', { name: '検査' }), '7')
  expect(countUnsent({ id: 1, role: 'nurse' })).toBeUndefined()
  await user.type(field('HDLコレステロール'), '61')
  expect(countUnsent({ id: 1, role: 'nurse' })?.forms).toHaveLength(1)
  await press('1項目を登録')
  await waitFor(() => expect(field('HDLコレステロール').value).toBe(''))
  expect(countUnsent({ id: 1, role: 'nurse' })).toBeUndefined()
  await user.type(field('HDLコレステロール'), '61')
  await user.type(field('空腹時血糖'), '98')
  await press('2項目を登録')
  expect((await screen.findAllByText('赤い項目をご確認ください')).length).toBeGreaterThan(0)
  expect(countUnsent({ id: 1, role: 'nurse' })?.forms).toHaveLength(1)
  await press('入力を破棄')
  await waitFor(() => expect(countUnsent({ id: 1, role: 'nurse' })).toBeUndefined())
})

test('enters a dipstick result by button and by typing, and rejects a bare digit', async () => {
  network.use(reply(addTestResults, { items: [{ index: 0, outcome: 'new' }] }))
  const { user, press } = show()
  await user.selectOptions(screen.getByRole('combobox', { name: '検査' }), '7')
  const urine = row('尿潜血')
  await user.type(field('尿潜血'), '1{Tab}')
  expect(screen.getByText('(−)、(±)、(1+)、(2+) のいずれかで入力してください。数字だけでは段階がわかりません')).toBeTruthy()
  expect(urine.queryByRole('radio', { checked: true })).toBeNull()
  await user.clear(field('尿潜血'))
  await user.type(field('尿潜血'), '（１＋）')
  expect(urine.getByRole<HTMLInputElement>('radio', { name: '(1+)' }).checked).toBe(true)
  await user.click(urine.getByRole('radio', { name: '(±)' }))
  expect(field('尿潜血').value).toBe('(±)')
  await press('1項目を登録')
  await waitFor(() => expect(sent(addTestResults)[0]?.results).toEqual([{ category_id: 4, value: 1, recorded_at: laterAt }]))
})

test('suggests what an impossible number may mean, and corrects nothing automatically', async () => {
  const { user, press } = show()
  await user.type(field('LDLコレステロール'), '1280{Tab}')
  expect(field('LDLコレステロール').value).toBe('1280')
  await press('「128」に直す')
  expect(field('LDLコレステロール').value).toBe('128')
})

test('a critical value shows its consequences and can be registered', async () => {
  const { user } = show()
  await user.type(field('LDLコレステロール'), '260')
  expect(screen.getByRole('alert').textContent).toContain('至急の値：本日中に患者へ電話')
  expect(screen.getByRole('button', { name: '至急 1' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '1項目を登録' })).toBeTruthy()
})

test.each([
  ['older than six months', 'HDLコレステロール', '2026.05.21', '2026.05.22'],
  ['not the newest of its item', '空腹時血糖', '2026.11.19', '2026.11.20'],
])('the message at a critical value that is %s does not say that Today will list it', async (_, name, past, recent) => {
  const { user } = show()
  const announced = async (day: string) => {
    await user.clear(screen.getByLabelText(/^測定日/))
    await user.type(screen.getByLabelText(/^測定日/), `${day}{Tab}`)
    return screen.getByRole('alert').textContent
  }
  await user.type(field(name), '260')
  expect(await announced(recent)).toContain('登録すると「今日」に載り')
  const text = await announced(past)
  expect(text).toContain('至急の値：過去の値')
  expect(text).not.toContain('本日中')
})

test.each([
  ['says', null, '登録すると「今日」に載り'],
  ['does not say', '2026-04-20T00:00:00Z', '至急の値：過去の値'],
])('the message at an old critical value %s that Today will list it if `released_at` of its checkup is %s', async (_, released_at, text) => {
  const { user } = show({ packages: [checkup(6, '2026-04-10T00:00:00Z', { released_at })], results: [] })
  await user.selectOptions(screen.getByRole('combobox', { name: '検査' }), '6')
  await user.type(field('空腹時血糖'), '260')
  expect(screen.getByRole('alert').textContent).toContain(text)
})

test('keeps typed values per checkup', async () => {
  const { user } = show()
  const choose = (value: string) => user.selectOptions(screen.getByRole('combobox', { name: '検査' }), value)
  await choose('7')
  await user.type(field('HDLコレステロール'), '61')
  await choose('')
  expect(field('HDLコレステロール').value).toBe('')
  await choose('7')
  expect(field('HDLコレステロール').value).toBe('61')
})

test('reads rows pasted from a table, shows which it recognises and fills in only these', async () => {
  const { user, press } = show()
  await user.click(field('LDLコレステロール'))
  await user.paste('LDLコレステロール\t128\n尿潜血\t（＋）\n体調\t良い')
  const dialog = within(await screen.findByRole('dialog', { name: '表から貼り付け' }))
  expect(dialog.getByText('2項目を読み取りました。1行は入りません。')).toBeTruthy()
  expect(dialog.getByText('項目が見つかりません')).toBeTruthy()
  await press('2項目を欄に入れる')
  expect([field('LDLコレステロール').value, field('尿潜血').value]).toEqual(['128', '（＋）'])
  expect(screen.getByRole('button', { name: '2項目を登録' })).toBeTruthy()
})

test('shows the value of a result outside the checkups', () => {
  show({ results: [...sample.results, result(31, 2, 55, '2026-11-18T15:00:00Z')] })
  expect(row('HDLコレステロール').getByText('55')).toBeTruthy()
})

test('an item that was taken out of use is not offered for entry', () => {
  show({ categories: facts.categories.map((each) => (each.id === dipstick.id ? { ...each, is_active: false } : each)) })
  expect(screen.queryByRole('textbox', { name: `${dipstick.name_ja}の値` })).toBeNull()
  expect(field('HDLコレステロール')).toBeTruthy()
})
