import { type LifestyleCategory, listLifestyleCategories, listLifestyles } from '@sukoyaka/wire/record/lifestyle'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { LifestyleTab } from './LifestyleTab.tsx'

setUpNetwork()

const category = (id: number, name: string, name_ja: string, line_chart: boolean): LifestyleCategory => ({
  id,
  name,
  name_ja,
  display_name: name_ja,
  name_search: name_ja,
  major_division: 'Preference',
  value_type: 'boolean',
  unit: '',
  options: [],
  range: null,
  rule: { kind: 'none' },
  line_chart,
  question: '',
  sort_number: id,
})

test('shows lifestyle answers but not the values that devices measure daily', async () => {
  network.use(
    reply(listLifestyleCategories, { items: [category(1, 'smoking', '喫煙', false), category(2, 'weight', '体重', true)] }),
    reply(listLifestyles, {
      items: [{ id: 1, user_id: 1, category_id: 1, questionnaire_id: null, answered_at: '2026-11-10T01:00:00Z', value: 1, status: 1, important: false }],
    }),
  )
  show('doctor', <LifestyleTab user_id={1} />)
  await screen.findByRole('rowheader', { name: /喫煙/ })
  expect(screen.queryByText('体重')).toBeNull()
  expect(sent(listLifestyles)).toEqual([{ user_id: 1, limit: 5000, category_ids: [1] }])
})

test('shows a load error with a retry button, and an empty state if there are no answers', async () => {
  network.use(
    reply(listLifestyleCategories, () => failure(403, 'forbidden', 'この操作を行う権限がありません。'), { once: true }),
    reply(listLifestyleCategories, { items: [category(1, 'smoking', '喫煙', false)] }),
    reply(listLifestyles, { items: [] }),
  )
  const { press } = show('doctor', <LifestyleTab user_id={1} />)
  await screen.findByText('生活習慣の回答を読み込めませんでした')
  await press('もう一度読み込む')
  await screen.findByText('生活習慣の回答はまだありません')
})
