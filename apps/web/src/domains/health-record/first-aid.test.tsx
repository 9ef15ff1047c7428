import type { Role } from '@sukoyaka/wire/access'
import { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import { addHealthRecord, changeHealthRecord, listHealthRecordCategories, listHealthRecords, type SeriousValue } from '@sukoyaka/wire/record/health-record'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paged } from '../../test/data/paged.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { room } from '../message/test-data.ts'
import { HealthRecordsCard } from './HealthRecordsCard.tsx'
import { catalogue, record } from './test-data.ts'

setUpNetwork({ now: '2026-11-21T00:30:00Z' })

const high: SeriousValue = { category_name: 'casual_glucose', side: 'high' }
const low: SeriousValue = { category_name: 'casual_glucose', side: 'low' }

/** Records a glucose value, at this time if one is given. The server answers with these critical values, or rejects the first attempt as unlikely. */
const recordGlucose = async (
  role: Role,
  chat: boolean,
  glucose: string,
  serious_values: SeriousValue[],
  { time, isUnlikely }: { time?: string; isUnlikely?: true } = {},
) => {
  network.use(
    reply(listHealthRecordCategories, { items: catalogue }),
    reply(listHealthRecords, paged([record(1, 4, { text: '少し頭が重い' })])),
    reply(addHealthRecord, ({ values = [], recorded_at = new Date().toISOString() }) => ({
      ...record(99, 5, { values, recorded_at }),
      is_serious: serious_values.length > 0,
      serious_values,
    })),
    reply(listMessageRooms, paged([room(1, '佐伯', { chat })])),
  )
  const unlikely = () => failure(422, 'invalid', '入力内容をご確認ください。', { value: ['通常はみられない値です。'] })
  if (isUnlikely) network.use(reply(addHealthRecord, unlikely, { once: true }))
  const { user, press } = show(role, <HealthRecordsCard user_id={1} />)
  await screen.findAllByRole('row')
  await press(/^記録/)
  await user.click(await screen.findByRole('radio', { name: '血糖' }))
  await user.type(await screen.findByRole('textbox', { name: /血糖値/ }), glucose)
  if (time) {
    await user.clear(screen.getByRole('textbox', { name: /時刻/ }))
    await user.type(screen.getByRole('textbox', { name: /時刻/ }), time)
  }
  await press('保存')
  await waitFor(() => expect(sent(addHealthRecord)).toHaveLength(1))
  return { user, press }
}
const dialogTitles = () => screen.queryAllByRole('dialog').map((dialog) => within(dialog).getByRole('heading').textContent)

test.each<[Role, boolean, string, SeriousValue[], string[]]>([
  ['patient', true, '480', [high], ['担当チームにご連絡ください']],
  ['patient', false, '480', [high], ['施設にお電話ください']],
  ['patient', true, '45', [low], ['すぐに糖分をとってください']],
  ['patient', true, '65', [], ['すぐに糖分をとってください']],
  ['patient', true, '98', [], []],
  ['doctor', true, '45', [low], []],
])('the role %s with chat %s who records a glucose of %s with %j reads the dialogs %j', async (role, chat, glucose, serious, dialogs) => {
  await recordGlucose(role, chat, glucose, serious)
  await waitFor(() => expect(dialogTitles()).toEqual(dialogs))
})

const steps = () => [...screen.getByRole('alert').querySelectorAll('p')].map((step) => step.textContent ?? '')

test('a patient with low glucose reads what to do at once, and then whom to contact', async () => {
  await recordGlucose('patient', false, '45', [low])
  await screen.findByText(/今日のうちに施設にお電話ください/)
  expect(steps()).toHaveLength(4)
  for (const [index, words] of ['ブドウ糖10g', '口に何も入れず、すぐに119番', '15分後にもう一度測り、70mg/dL未満のとき', '施設にお電話'].entries())
    expect(steps()[index]).toContain(words)
})

test('a patient with low glucose that is not critical is asked to tell the team soon', async () => {
  await recordGlucose('patient', true, '65', [])
  await screen.findByText('低血糖があったことを、早めに担当チームにお知らせください。')
  expect(steps()).toHaveLength(4)
})

test('a low value that must be confirmed is explained before it is saved', async () => {
  const { press } = await recordGlucose('patient', true, '45', [low], { isUnlikely: true })
  await screen.findByText(/この記録はまだ保存されていません/)
  expect(steps()[0]).toContain('ブドウ糖10g')
  await press('この値で保存')
  await screen.findByRole('dialog', { name: 'すぐに糖分をとってください' })
  await waitFor(() => expect(screen.queryByText('自己記録を保存しました')).toBeNull())
})

test('a note that is added to a low value does not repeat the first aid', async () => {
  const low_record = record(9, 5, { values: [{ name: 'value', value: 45 }], recorded_at: '2026-11-21T00:20:00Z' })
  network.use(
    reply(listHealthRecordCategories, { items: catalogue }),
    reply(listHealthRecords, paged([low_record])),
    reply(changeHealthRecord, { ...low_record, text: 'ブドウ糖を飲んだ', is_serious: false, serious_values: [] }),
  )
  const { user, press } = show('patient', <HealthRecordsCard user_id={1} />)
  await screen.findAllByRole('row')
  await press(/^編集：血糖/)
  await user.type(await screen.findByRole('textbox', { name: /メモ/ }), 'ブドウ糖を飲んだ')
  await press('保存')
  await screen.findByText('自己記録を保存しました')
  expect(dialogTitles()).toEqual([])
})

test('a critical value that was measured hours ago leads to the team, without first aid', async () => {
  await recordGlucose('patient', true, '45', [low], { time: '0700' })
  await screen.findByRole('dialog', { name: '担当チームにご連絡ください' })
  expect(screen.queryByText(/ブドウ糖/)).toBeNull()
})
