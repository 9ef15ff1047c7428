import {
  checkNotification,
  checkNotifications,
  getNotificationSettings,
  getPushKey,
  listNotifications,
  listUserUnreadRecords,
  markUnreadRecordRead,
  type Notification,
  putNotificationSettings,
  type UserUnreadRecord,
} from '@sukoyaka/wire/people/notification'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paged } from '../../test/data/paged.ts'
import { person } from '../../test/data/person.ts'
import { stopTimers } from '../../test/fake-timers.ts'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { NewRecord } from './NewRecord.tsx'
import { NotificationList } from './NotificationList.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'
import { pathOf } from './notification-path.ts'
import { useReadRecords, useUnreadRecords } from './use-unread-records.ts'

setUpNetwork()

const at = '2026-11-20T03:00:00.000Z'
const patientOf = (id: number) => person(id, '佐伯', 'patient')
const notification = (more: Partial<Notification> = {}): Notification => ({
  id: 5,
  kind: 'message',
  patient: patientOf(7),
  message_id: 12,
  record_id: null,
  count: 3,
  body: '',
  is_urgent: false,
  checked_at: null,
  created_at: at,
  updated_at: at,
  ...more,
})

const showList = () => {
  const items = [notification(), notification({ id: 6, kind: 'bulk_test', count: 1, body: '健診のご案内' })]
  network.use(
    reply(listNotifications, { ...paged(items), unchecked_count: 2 }),
    reply(checkNotification, notification({ id: 6 })),
    reply(checkNotifications, null),
  )
  return show('doctor', <NotificationList />)
}

test('a notification names the patient before its kind', async () => {
  showList()
  const words = (await screen.findByRole('link', { name: /新しいメッセージ/ })).textContent!
  expect(words).toContain('佐伯 花子')
  expect(words.indexOf('佐伯 花子')).toBeLessThan(words.indexOf('新しいメッセージ'))
})

test('shows kind, patient and link; a click marks one notification as checked, a button all', async () => {
  const { press } = showList()
  const link = await screen.findByRole('link', { name: /新しいメッセージ 3件/ })
  expect(link.textContent).toContain('佐伯 花子')
  expect(link.getAttribute('href')).toBe('/messages/7?message=12')
  await press(/健診のご案内/)
  await waitFor(() => expect(sent(checkNotification)).toEqual([{ id: 6 }]))
  expect(sent(checkNotifications)).toEqual([])
  await press('すべて既読にする')
  await waitFor(() => expect(sent(checkNotifications)).toEqual([{ except_messages: true, until: at }]))
  expect(sent(checkNotification)).toEqual([{ id: 6 }])
})

test('notification hours require a weekday; their times are sent as minutes of the day', async () => {
  const settings = { mail_enabled: true, push_enabled: true, hours: null, send_key: 'enter' as const }
  network.use(reply(getNotificationSettings, settings), reply(putNotificationSettings, settings), reply(getPushKey, { key: null }))
  const { user, press } = show('doctor', <NotificationSettings />)
  await user.click(await screen.findByRole('radio', { name: '曜日と時間を決める' }))
  for (const day of ['月', '火', '水', '木', '金']) await user.click(screen.getByRole('checkbox', { name: day }))
  await press('保存する')
  await screen.findByText('曜日を選んでください')
  expect(sent(putNotificationSettings)).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: '日' }))
  const whole = { initialSelectionStart: 0, initialSelectionEnd: '09:00'.length }
  await user.type(screen.getByLabelText('開始'), '22:00', whole)
  await user.type(screen.getByLabelText('終了'), '06:30', whole)
  await screen.findByText('翌日の06:30まで')
  await press('保存する')
  await waitFor(() => expect(sent(putNotificationSettings)).toEqual([{ ...settings, hours: { weekdays: [0], from: 1320, until: 390 } }]))
})

test('the send key can be chosen only on devices with a keyboard', async () => {
  const settings = { mail_enabled: true, push_enabled: true, hours: null, send_key: 'enter' as const }
  network.use(reply(getNotificationSettings, settings), reply(getPushKey, { key: null }))
  const matchesWith = (hasMouse: boolean) =>
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: hasMouse && query.includes('fine'), addEventListener() {}, removeEventListener() {} }))
  matchesWith(true)
  const { unmount } = show('patient', <NotificationSettings />)
  expect(await screen.findByRole('radio', { name: /^Enterで送信/ })).toBeTruthy()
  unmount()
  matchesWith(false)
  show('patient', <NotificationSettings />)
  expect(await screen.findByRole('checkbox', { name: /メール/ })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: /Enter/ })).toBeNull()
  vi.unstubAllGlobals()
})

test('a notification links to the target of its kind, if it has one', () => {
  expect(pathOf(notification({ kind: 'results_released', patient: patientOf(1), record_id: 3 }), 1)).toBe('/1/summary')
  expect(pathOf(notification({ kind: 'interview', record_id: 3 }), 1)).toBe('/interviews/3')
  expect(pathOf(notification({ kind: 'reminder' }), 1)).toBe('/messages/7')
  expect(pathOf(notification({ kind: 'red_flag_symptoms', record_id: 3 }), 1)).toBe('/7/questionnaires/3')
  expect(pathOf(notification({ kind: 'regular_delivery_payment', patient: patientOf(1), record_id: 3 }), 1)).toBe('/shop/orders')
  expect(pathOf(notification({ kind: 'order_refund_failed', record_id: 3 }), 1)).toBe('/admin/orders?id=3')
  expect(pathOf(notification({ kind: 'order_disputed', record_id: 3 }), 1)).toBe('/admin/orders?id=3')
  expect(pathOf(notification({ kind: 'contract_refund_failed', record_id: 3 }), 1)).toBe('/7/summary')
  expect(pathOf(notification({ kind: 'bulk_test' }), 1)).toBeUndefined()
})

const unread = (id: number, record_id: number): UserUnreadRecord => ({ id, record_type: 'interview', record_id, read_at: null, created_at: at })

/** Answers requests for unread records; a record that was marked as read is no longer among them. */
const serveUnread = (...records: UserUnreadRecord[]) => {
  let stored = records
  network.use(
    reply(listUserUnreadRecords, () => ({ items: stored })),
    reply(markUnreadRecordRead, ({ id }) => {
      stored = stored.filter((record) => record.id !== id)
      return { ...records.find((record) => record.id === id)!, read_at: at }
    }),
  )
}

function Records() {
  const { isNew, read } = useUnreadRecords({ skip: false })
  return [3, 4].map((id) => (
    <NewRecord key={id} isNew={isNew('interview', id)} onRead={() => read('interview', id)}>
      <p>{id}</p>
    </NewRecord>
  ))
}

function RecordPage() {
  useReadRecords('interview', [4], { skip: false })
  return null
}

test('a new record has a dot, is marked as read after one second in view and keeps the dot', async () => {
  const { advance, until } = stopTimers()
  let see: (isIntersecting: boolean) => void = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (seen: { isIntersecting: boolean }[]) => void) {
        see = (isIntersecting) => callback([{ isIntersecting }])
      }
      observe() {}
      disconnect() {}
    },
  )
  serveUnread(unread(8, 3))
  show('patient', <Records />)
  const dots = () => screen.queryAllByRole('img', { name: '新着' })
  await until(() => expect(dots()).toHaveLength(1))
  see(true)
  await advance(999)
  see(false)
  await advance(10_000)
  see(true)
  await advance(999)
  expect(sent(markUnreadRecordRead)).toEqual([])
  await advance(1)
  await until(() => expect(sent(listUserUnreadRecords)).toHaveLength(2))
  see(true)
  await advance(10_000)
  expect(sent(markUnreadRecordRead)).toEqual([{ id: 8 }])
  expect(dots()).toHaveLength(1)
})

test('the page of one record marks only that record as read', async () => {
  serveUnread(unread(8, 3), unread(9, 4))
  show('patient', <RecordPage />)
  await waitFor(() => expect(sent(listUserUnreadRecords)).toHaveLength(2))
  expect(sent(markUnreadRecordRead)).toEqual([{ id: 9 }])
})
