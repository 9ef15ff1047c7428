// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { fakeNetwork, press, setUpCardTests, showCard, text } from '../../test/render.tsx'
import { Toasts } from '../../ui/overlay/Toasts.tsx'
import { SummaryTextDialog } from './SummaryTextDialog.tsx'

const person = { id: 1, last_name: '佐伯', first_name: '恵子', last_name_kana: '', first_name_kana: '', sex: 'female', birthday: '1968-03-14' }
const empty = ['assessments', 'past_illnesses', 'family_past_illnesses', 'performed_operations', 'medicine_intakes', 'supplement_intakes', 'test_results']
setUpCardTests(() => ({
  '/api/users/patients': { items: [person], page: 1, next_page: null, total_count: 1 },
  ...Object.fromEntries(empty.map((list) => [`/api/${list}`, { items: [] }])),
}))

test('shows the text before copying and copies the same text', async () => {
  const writeText = vi.fn(async (_: string) => undefined)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  const onClose = vi.fn()
  await showCard(
    <>
      <SummaryTextDialog user_id={1} onClose={onClose} />
      <Toasts />
    </>,
  )
  const shownText = document.querySelector('pre')!.textContent
  expect(shownText).toContain('氏名：佐伯 恵子')
  await press('コピー')
  expect(writeText).toHaveBeenCalledWith(shownText)
  expect(text()).toContain('サマリーをコピーしました')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('shows an error with retry instead of an incomplete summary', async () => {
  fakeNetwork.responses['/api/medicine_intakes'] = undefined
  await showCard(<SummaryTextDialog user_id={1} onClose={() => undefined} />)
  expect(text()).toContain('サマリーを作成できませんでした')
  expect(document.querySelector('pre')).toBeNull()
  fakeNetwork.responses['/api/medicine_intakes'] = { items: [] }
  await press('もう一度読み込む')
  expect(document.querySelector('pre')!.textContent).toContain('■ 服用中の薬\n記録なし')
})
