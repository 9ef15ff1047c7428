import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeNetwork, press, setUpCardTests, showCard, text, wait } from '../../test/render.tsx'
import { NewRecord } from './NewRecord.tsx'
import { NotificationList } from './NotificationList.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'
import { placeOf } from './place.ts'
import { useReadRecords, useUnreadRecords } from './use-unread-records.ts'

const person = (id: number) => ({ id, role: 'patient', first_name: '恵子', last_name: '佐伯', first_name_kana: '', last_name_kana: '', icon: null }) as const
const at = '2026-11-20T03:00:00.000Z'
const notification = (more: object = {}) =>
  ({
    id: 5,
    kind: 'message',
    patient: person(7),
    message_id: 12,
    record_id: null,
    count: 3,
    body: '',
    is_urgent: false,
    checked_at: null,
    created_at: at,
    updated_at: at,
    ...more,
  }) as never

setUpCardTests(() => ({
  '/api/notifications': {
    items: [notification(), notification({ id: 6, kind: 'bulk_test', count: 1, body: '健診のご案内' })],
    page: 1,
    next_page: null,
    total_count: 2,
    unchecked_count: 2,
  },
  'PATCH /api/notifications/6/checked': notification({ id: 6 }),
  'POST /api/notifications/checked': null,
  '/api/notification_settings': { mail_enabled: true, push_enabled: true, hours: null, send_key: 'enter' },
  'PUT /api/notification_settings': { mail_enabled: true, push_enabled: true, hours: null, send_key: 'enter' },
  '/api/push_key': { key: null },
}))

test('a notification is led by the name of the patient', async () => {
  await showCard(<NotificationList />)
  const words = screen.getByRole('link', { name: /新しいメッセージ/ }).textContent!
  expect(words.indexOf('佐伯 恵子')).toBeLessThan(words.indexOf('新しいメッセージ'))
})

test('shows kind, patient and link; a click checks one notification, a button all', async () => {
  await showCard(<NotificationList />)
  expect(text()).toContain('新しいメッセージ 3件')
  expect(text()).toContain('佐伯 恵子')
  expect(screen.getByRole('link', { name: /新しいメッセージ/ }).getAttribute('href')).toBe('/messages/7?message=12')
  await press(/健診のご案内/)
  await press('すべて既読にする')
  expect(fakeNetwork.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['PATCH /api/notifications/6/checked', 'POST /api/notifications/checked'])
})

test('hours require a weekday and are sent in minutes', async () => {
  await showCard(<NotificationSettings />)
  fireEvent.click(screen.getByRole('radio', { name: '曜日と時間を決める' }))
  for (const day of ['月', '火', '水', '木', '金']) fireEvent.click(screen.getByRole('checkbox', { name: day }))
  await press('保存する')
  expect(fakeNetwork.requests).toEqual([])
  expect(text()).toContain('曜日を選んでください')
  fireEvent.click(screen.getByRole('checkbox', { name: '日' }))
  fireEvent.change(screen.getByLabelText('開始'), { target: { value: '22:00' } })
  fireEvent.change(screen.getByLabelText('終了'), { target: { value: '06:30' } })
  await wait(100)
  expect(text()).toContain('翌日の06:30まで')
  await press('保存する')
  expect(fakeNetwork.requests[0]!.body).toMatchObject({ hours: { weekdays: [0], from: 1320, until: 390 } })
})

test('each notification links to its target', () => {
  expect(placeOf(notification({ kind: 'results_released', patient: person(1), record_id: 3 }), 1)).toBe('/1/summary')
  expect(placeOf(notification({ kind: 'interview', record_id: 3 }), 1)).toBe('/interviews/3')
  expect(placeOf(notification({ kind: 'reminder' }), 1)).toBe('/messages/7')
  expect(placeOf(notification({ kind: 'bulk_test' }), 1)).toBeUndefined()
})

const unread = (id: number, record_id: number) => ({ id, record_type: 'interview', record_id, read_at: null, created_at: at })

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

test('a new record has a dot, is read after one second in view and keeps the dot until the page is left', async () => {
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
  fakeNetwork.responses['/api/user_unread_records'] = { items: [unread(8, 3)] }
  fakeNetwork.responses['PATCH /api/user_unread_records/8/read'] = { ...unread(8, 3), read_at: at }
  await showCard(<Records />, 'patient')
  expect(screen.getAllByRole('img', { name: '新着' })).toHaveLength(1)
  see(true)
  await wait(500)
  see(false)
  await wait(2_000)
  expect(fakeNetwork.requests).toEqual([])
  fakeNetwork.responses['/api/user_unread_records'] = { items: [] }
  for (let n = 0; n < 2; n++) {
    see(true)
    await wait(1_500)
  }
  expect(fakeNetwork.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['PATCH /api/user_unread_records/8/read'])
  expect(screen.getAllByRole('img', { name: '新着' })).toHaveLength(1)
})

test('the page of one record marks only that record as read', async () => {
  fakeNetwork.responses['/api/user_unread_records'] = { items: [unread(8, 3), unread(9, 4)] }
  fakeNetwork.responses['PATCH /api/user_unread_records/9/read'] = { ...unread(9, 4), read_at: at }
  await showCard(<RecordPage />, 'patient')
  expect(fakeNetwork.requests.map(({ path }) => path)).toEqual(['/api/user_unread_records/9/read'])
})
