import { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import { listRecordAccesses, type RecordAccess } from '@sukoyaka/wire/people/record-access'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paged } from '../../test/data/paged.ts'
import { person } from '../../test/data/person.ts'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { room } from '../message/test-data.ts'
import { RecordAccesses } from './RecordAccesses.tsx'

setUpNetwork()
const rooms = (chat: boolean) => reply(listMessageRooms, paged([room(1, '佐伯', { chat })]))
const access = (id: number, name: string, more: Partial<RecordAccess> = {}): RecordAccess => ({
  id,
  from: '2026-11-20T10:02:00Z',
  until: '2026-11-20T10:20:00Z',
  person: person(id, name, 'nurse'),
  is_care_team: true,
  read: ['results', 'images'],
  changed: [],
  ...more,
})

test('shows who read or changed what, by day; filters by care team; loads earlier accesses', async () => {
  const first = { items: [access(5, '小林'), access(4, '石井', { is_care_team: false, read: [], changed: ['notes'] })], next_before: '2026-11-20T00:00:00Z' }
  network.use(
    rooms(true),
    reply(listRecordAccesses, ({ before }) => ({
      ...(before ? { items: [access(3, '岡田', { until: '2026-11-17T01:00:00Z' })], next_before: null } : first),
      share_openings: [],
      people: 3,
      care_team: 2,
    })),
  )
  const { user, press } = show('patient', <RecordAccesses user_id={1} />)
  expect(await screen.findByRole('heading', { name: 'この30日間に3人が見ました' })).toBeTruthy()
  expect(screen.getByText('担当チーム2人、そのほかのスタッフ1人です。')).toBeTruthy()
  const day = within(await screen.findByRole('region', { name: /2026.11.20/ }))
  expect(day.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('小林 花子19:02–19:20看護師・担当チーム検査結果、画像検査を見ました'),
    expect.stringContaining('看護師それ以外カルテを記録・変更しました'),
  ])
  await press('もっと前を見る')
  await screen.findByText('岡田 花子')
  expect(sent(listRecordAccesses)).toEqual([{}, { before: first.next_before }])
  await user.click(screen.getByRole('radio', { name: 'それ以外' }))
  expect(screen.queryByText('小林 花子')).toBeNull()
  expect(screen.getByText('石井 花子')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'メッセージをひらく' }).getAttribute('href')).toBe('/messages/1')
})

test('a patient without chat is asked to call a facility', async () => {
  network.use(rooms(false), reply(listRecordAccesses, { items: [], next_before: null, share_openings: [], people: 0, care_team: 0 }))
  show('patient', <RecordAccesses user_id={1} />)
  await screen.findByText('理由を知りたいときは、施設にお電話ください。')
  expect(screen.getByRole('link', { name: '施設を見る' }).getAttribute('href')).toBe('/facilities')
})
