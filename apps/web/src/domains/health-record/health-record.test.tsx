import type { Role } from '@sukoyaka/wire/access'
import { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import {
  addHealthRecord,
  changeHealthRecord,
  type HealthRecord,
  listHealthRecordCategories,
  listHealthRecords,
  removeHealthRecord,
  type SeriousValue,
} from '@sukoyaka/wire/record/health-record'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { paged } from '../../test/data/paged.ts'
import { failure, network, reply, sent, settled, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { room } from '../message/test-data.ts'
import { HealthRecordsCard } from './HealthRecordsCard.tsx'
import { catalogue, pressure, record } from './test-data.ts'

setUpNetwork({ now: '2026-11-21T00:30:00Z' })

let stored: HealthRecord[]
beforeEach(() => {
  stored = [record(2, 2, { values: pressure(134, 82) }), record(1, 4, { text: '少し頭が重い' })]
  network.use(
    reply(listHealthRecordCategories, { items: catalogue }),
    reply(listHealthRecords, ({ limit }) => ({ ...paged(stored), items: stored.slice(0, limit) })),
    reply(addHealthRecord, { ...record(99, 1), is_serious: false, serious_values: [] }),
    reply(removeHealthRecord, ({ id }) => {
      stored = stored.filter((item) => item.id !== id)
      return null
    }),
  )
})

const showCard = async (role: Role) => {
  const shown = show(role, <HealthRecordsCard user_id={1} />)
  await screen.findAllByRole('row')
  return shown
}
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('shows records with unit and Tokyo time, read-only to an observer', async () => {
  await showCard('observer')
  expect(rows()).toEqual(['2026.11.20 07:00血圧134/82 mmHg', '2026.11.20 07:00症状メモ少し頭が重い'])
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('a corrected record says when it was corrected', async () => {
  stored = [{ ...record(1, 4, { text: '少し頭が重い' }), updated_at: '2026-11-20T03:05:00.000Z' }]
  await showCard('observer')
  expect(rows()).toEqual(['2026.11.20 07:00症状メモ少し頭が重い2026.11.20 12:05 に修正'])
})

test('shows six records, keeps them while more are loaded, and shows a load error with retry', async () => {
  stored = Array.from({ length: 8 }, (_, at) => record(at + 1, 4, { text: `メモ${at + 1}` }))
  network.use(reply(listHealthRecordCategories, () => failure(403, 'forbidden', 'この操作を行う権限がありません。'), { once: true }))
  const { press } = show('observer', <HealthRecordsCard user_id={1} />)
  await screen.findByText('自己記録を読み込めませんでした')
  await press('もう一度読み込む')
  await screen.findAllByRole('row')
  expect(rows()).toHaveLength(6)
  expect(screen.getByRole('heading', { name: '自己記録 8' })).toBeTruthy()
  const response = Promise.withResolvers<void>()
  network.use(
    reply(listHealthRecords, async () => {
      await response.promise
      return paged(stored)
    }),
  )
  await press('さらに表示')
  await waitFor(() => expect(sent(listHealthRecords).at(-1)).toEqual({ user_id: 1, limit: 25 }))
  expect(rows()).toHaveLength(6)
  response.resolve()
  await waitFor(() => expect(rows()).toHaveLength(8))
  expect(screen.queryByRole('button', { name: 'さらに表示' })).toBeNull()
})

test('goes on with pages after two hundred records, and back when the only record of the last page is deleted', async () => {
  // one record stands for the two hundred of the first page
  const newest = record(1, 4, { text: '新しいメモ' })
  stored = [record(201, 4, { text: '古いメモ' })]
  network.use(
    reply(listHealthRecords, ({ page = 1 }) => ({
      items: page === 1 ? [newest] : stored,
      page,
      next_page: page === 1 && stored.length ? 2 : null,
      total_count: 200 + stored.length,
    })),
  )
  const { press } = await showCard('patient')
  for (const limit of [25, 75, 125, 175, 200]) {
    await press('さらに表示')
    await waitFor(() => expect(sent(listHealthRecords).at(-1)).toEqual({ user_id: 1, limit }))
  }
  await press('次のページ')
  await waitFor(() => expect(rows()[0]).toContain('古いメモ'))
  expect(screen.getByText('201–201 / 201件')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'さらに表示' })).toBeNull()
  await press(/^編集：/)
  await press('削除')
  await press('記録を削除')
  await waitFor(() => expect(rows()[0]).toContain('新しいメモ'))
  expect(screen.queryByRole('button', { name: '次のページ' })).toBeNull()
})

test('invites a patient without records to add one', async () => {
  stored = []
  const { press } = show('patient', <HealthRecordsCard user_id={1} />)
  await screen.findByText('自己記録はまだありません')
  await press('記録する')
  await screen.findByRole('dialog', { name: '自己記録を追加' })
})

test('a patient adds a blood pressure; photos are not offered and diastolic must be below systolic', async () => {
  const { user, press } = await showCard('patient')
  await press('記録する')
  const dialog = within(await screen.findByRole('dialog', { name: '自己記録を追加' }))
  expect(dialog.queryByRole('radio', { name: '食事の写真' })).toBeNull()
  await user.click(dialog.getByRole('radio', { name: '血圧' }))
  const write = async (name: RegExp, text: string) => {
    await user.clear(dialog.getByRole('textbox', { name }))
    await user.type(dialog.getByRole('textbox', { name }), text)
  }
  await write(/収縮期/, '８０')
  await write(/拡張期/, '120')
  await press('保存')
  await dialog.findByText('収縮期より小さい値を入力してください')
  expect(sent(addHealthRecord)).toEqual([])
  await write(/収縮期/, '128')
  await write(/拡張期/, '82')
  vi.setSystemTime('2026-11-21T00:30:12Z')
  await press('保存')
  await screen.findByText('自己記録を保存しました')
  // with the seconds of now: a repeated reading of the same minute has a moment of its own
  expect(sent(addHealthRecord)).toEqual([{ user_id: 1, category_id: 2, values: pressure(128, 82), text: '', recorded_at: '2026-11-21T00:30:12.000Z' }])
})

const highPressure: SeriousValue = { category_name: 'home_systolic_blood_pressure', side: 'high' }

test('a value that the server rejects as unlikely is sent as confirmed when it is saved again', async () => {
  network.use(reply(addHealthRecord, () => failure(422, 'invalid', '入力内容をご確認ください。', { value: ['通常はみられない値です。'] }), { once: true }))
  const { user, press } = await showCard('doctor')
  await press('記録')
  await user.type(await screen.findByRole('textbox', { name: /体重/ }), '240')
  await press('保存')
  await screen.findByText('通常はみられない値です。')
  vi.setSystemTime('2026-11-21T00:32:00Z')
  await press('この値で保存')
  await screen.findByText('自己記録を保存しました')
  expect(sent(addHealthRecord)).toMatchObject([{ values: [{ value: 240 }] }, { values: [{ value: 240 }], confirmed: true }])
  expect(sent(addHealthRecord)[0]).not.toHaveProperty('confirmed')
})

test('a reading that is sent again keeps its moment until a value is edited, and an equal one entered later has another', async () => {
  const down = () => failure(422, 'invalid', '保存できませんでした。', { user_id: ['保存できませんでした。'] })
  network.use(reply(addHealthRecord, down, { once: true }), reply(addHealthRecord, down, { once: true }))
  const { user, press } = await showCard('patient')
  const save = async (at: string, value: string) => {
    const weight = await screen.findByRole('textbox', { name: /体重/ })
    await user.clear(weight)
    await user.type(weight, value)
    vi.setSystemTime(at)
    const count = sent(addHealthRecord).length
    await press('保存')
    await waitFor(() => expect(sent(addHealthRecord)).toHaveLength(count + 1))
    await settled()
  }
  await press('記録する')
  await save('2026-11-21T00:30:12Z', '58.4')
  await save('2026-11-21T00:30:55Z', '58.4')
  await save('2026-11-21T00:30:57Z', '58.5')
  await screen.findByText('自己記録を保存しました')
  await press('記録する')
  await save('2026-11-21T00:30:58Z', '58.5')
  const moments = sent(addHealthRecord).map(({ recorded_at }) => recorded_at)
  expect(moments).toEqual(['2026-11-21T00:30:12.000Z', '2026-11-21T00:30:12.000Z', '2026-11-21T00:30:57.000Z', '2026-11-21T00:30:58.000Z'])
})

test('values typed for one kind stay while another is chosen, and the time is that of the first value of the kind', async () => {
  const { user, press } = await showCard('patient')
  await press('記録する')
  const dialog = within(await screen.findByRole('dialog', { name: '自己記録を追加' }))
  const field = (name: RegExp) => dialog.getByRole<HTMLInputElement>('textbox', { name })
  await user.type(field(/体重/), '58.4')
  vi.setSystemTime('2026-11-21T00:40:00Z')
  await user.click(dialog.getByRole('radio', { name: '血圧' }))
  expect(field(/収縮期/).value).toBe('')
  await user.type(field(/収縮期/), '128')
  expect(field(/時刻/).value).toBe('09:40')
  await user.click(dialog.getByRole('radio', { name: '体重' }))
  expect(field(/体重/).value).toBe('58.4')
  await press('保存')
  await screen.findByText('自己記録を保存しました')
  expect(sent(addHealthRecord)).toMatchObject([{ category_id: 1, values: [{ value: 58.4 }] }])
  // the blood pressure is not stored yet: the form stays open and shows it
  expect(field(/収縮期/).value).toBe('128')
  await user.type(field(/拡張期/), '82')
  await press('保存')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '自己記録を追加' })).toBeNull())
  expect(sent(addHealthRecord)[1]).toMatchObject({ category_id: 2, values: [{ value: 128 }, { value: 82 }] })
})

test('a reading of now from a device whose clock is fast gets the time of the server', async () => {
  network.use(
    reply(addHealthRecord, ({ recorded_at }) =>
      recorded_at ? failure(422, 'invalid', '', { recorded_at: ['in_future'] }) : { ...record(9, 1), is_serious: false, serious_values: [] },
    ),
  )
  const { user, press } = await showCard('patient')
  await press('記録する')
  await user.type(await screen.findByRole('textbox', { name: /体重/ }), '58.4')
  await press('保存')
  await screen.findByText('自己記録を保存しました')
  expect(sent(addHealthRecord).map(({ recorded_at }) => recorded_at)).toEqual(['2026-11-21T00:30:00.000Z', undefined])
})

test('a patient corrects a value, whose time keeps its seconds, and reads what to do if it is critical', async () => {
  stored = [record(2, 2, { values: pressure(134, 82), recorded_at: '2026-11-19T22:00:31.500Z' })]
  network.use(
    reply(changeHealthRecord, ({ id, values = [] }) => ({
      ...record(id, 2, { values, recorded_at: '2026-11-21T00:20:00Z' }),
      is_serious: true,
      serious_values: [highPressure],
    })),
    reply(listMessageRooms, paged([room(1, '佐伯')])),
  )
  const { user, press } = await showCard('patient')
  await press(/^編集：血圧/)
  const dialog = within(await screen.findByRole('dialog', { name: '自己記録を編集' }))
  expect(dialog.queryByRole('radio')).toBeNull()
  const systolic = dialog.getByRole<HTMLInputElement>('textbox', { name: /収縮期/ })
  expect(systolic.value).toBe('134')
  await user.clear(systolic)
  await user.type(systolic, '184')
  await press('保存')
  await screen.findByRole('dialog', { name: '血圧がとても高い値です' })
  expect(sent(changeHealthRecord)).toEqual([{ id: 2, updated_at: '2026-11-19T22:00:00Z', values: pressure(184, 82), text: '' }])
})

test('a changed time is sent, and the form says why the result of a record cannot follow it', async () => {
  const { user, press } = await showCard('patient')
  network.use(reply(changeHealthRecord, () => failure(409, 'result_changed', '結果が担当者によって変更されました。')))
  await press(/^編集：血圧/)
  const time = await screen.findByRole('textbox', { name: /時刻/ })
  await user.clear(time)
  await user.type(time, '0730')
  await press('保存')
  await screen.findByText(/結果が担当者によって変更されました。/)
  expect(sent(changeHealthRecord)).toMatchObject([{ recorded_at: '2026-11-19T22:30:00.000Z' }])
})

test('if another value is recorded for the same time, the error is shown at the time', async () => {
  network.use(
    reply(addHealthRecord, () => failure(422, 'invalid', '入力内容をご確認ください。', { recorded_at: ['この時刻には別の値が登録されています。'] }), {
      once: true,
    }),
  )
  const { user, press } = await showCard('doctor')
  await press('記録')
  await user.type(await screen.findByRole('textbox', { name: /体重/ }), '58.4')
  await press('保存')
  await screen.findByText('この時刻には別の値が登録されています。')
  const id = screen.getByRole('textbox', { name: /時刻/ }).getAttribute('aria-describedby')
  expect(document.getElementById(id ?? '')?.textContent).toContain('この時刻には別の値が登録されています。')
})

test('deletes a record after confirmation and restores it on failure', async () => {
  const { press } = await showCard('patient')
  await press(/^編集：血圧/)
  await press('削除')
  const dialog = await screen.findByRole('dialog', { name: '自己記録を削除' })
  expect(dialog.textContent).toContain('134/82 mmHg')
  expect(sent(removeHealthRecord)).toEqual([])
  const response = Promise.withResolvers<Response>()
  network.use(reply(removeHealthRecord, () => response.promise, { once: true }))
  await press('記録を削除')
  await waitFor(() => expect(rows()).toHaveLength(1))
  response.resolve(failure(403, 'forbidden', 'この操作を行う権限がありません。'))
  await screen.findByText('自己記録を削除できませんでした')
  expect(rows()[0]).toContain('134/82')
  await press('再試行')
  await screen.findByText('自己記録を削除しました')
  expect(rows()).toHaveLength(1)
  expect(sent(removeHealthRecord)).toEqual([{ id: 2 }, { id: 2 }])
})
