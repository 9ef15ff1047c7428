import { addHealthRecord, listHealthRecordCategories } from '@sukoyaka/wire/record/health-record'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { AddRecordCard } from './AddRecordCard.tsx'
import { catalogue } from './test-data.ts'

setUpNetwork({ now: '2026-11-21T00:30:00Z' })

test('a patient records a note from the home page', async () => {
  const note = {
    id: 4,
    name: 'symptom_note',
    name_ja: '症状メモ',
    display_name: '症状メモ',
    value_kind: 'text',
    unit: '',
    values: [],
    is_active: true,
  } as const
  const record = {
    id: 9,
    user_id: 1,
    category_id: 4,
    category: 'symptom_note',
    recorded_at: '2026-11-21T00:30:00Z',
    values: [],
    text: '頭が重い',
    created_by: 1,
  }
  network.use(
    reply(listHealthRecordCategories, { items: [{ ...note, values: [], sort_number: 1 }] }),
    reply(addHealthRecord, { ...record, created_at: record.recorded_at, updated_at: record.recorded_at, is_serious: false, serious_values: [] }),
  )
  const { user, press } = show('patient', <AddRecordCard user_id={1} />)
  expect((await screen.findByRole('link', { name: '記録を見る・直す' })).getAttribute('href')).toBe('/1/database?tab=activity#health_records')
  await press('記録する')
  await user.type(await screen.findByRole('textbox', { name: /メモ/ }), '頭が重い')
  await press('保存')
  await screen.findByText('自己記録を保存しました')
  expect(sent(addHealthRecord)).toMatchObject([{ user_id: 1, category_id: 4, text: '頭が重い' }])
})

test('if the kinds of record could not be loaded, the button loads them again and says so if that fails', async () => {
  network.use(reply(listHealthRecordCategories, () => failure(403, 'forbidden', 'この操作を行う権限がありません。')))
  const { press } = show('patient', <AddRecordCard user_id={1} />)
  await press('記録する')
  await screen.findByText('自己記録を読み込めませんでした')
  network.use(reply(listHealthRecordCategories, { items: catalogue }))
  await press('記録する')
  await screen.findByRole('dialog', { name: '自己記録を追加' })
  expect(screen.queryByText('自己記録を読み込めませんでした')).toBeNull()
})
