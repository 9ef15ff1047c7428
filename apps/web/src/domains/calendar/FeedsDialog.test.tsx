import { addCalendarFeed, type CalendarFeed, listCalendarFeeds, removeCalendarFeed } from '@sukoyaka/wire/care/calendar'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { FeedsButton } from './FeedsButton.tsx'
import { FeedsDialog } from './FeedsDialog.tsx'

const phone: CalendarFeed = { id: 3, name: '職場の電話', shows_initials: false, last_used_at: null, created_at: '2026-11-01T00:00:00Z' }
const dialog = <FeedsDialog isPatient={false} onClose={() => undefined} />
const none = '登録はまだありません。'
setUpNetwork()

test('shows the secret address after it is created, and says whether it was copied', async () => {
  network.use(
    reply(listCalendarFeeds, { items: [] }),
    reply(addCalendarFeed, { ...phone, shows_initials: true, url: 'https://sukoyaka.example/calendar_feeds/secret.ics' }),
  )
  const { user, press } = show('doctor', dialog)
  expect(await screen.findByText(none)).toBeTruthy()
  await user.type(screen.getByLabelText(/^名前/), '職場の電話')
  await user.click(screen.getByRole('checkbox', { name: '患者のイニシャルを表示' }))
  await press('登録用アドレスを作成')
  expect((await screen.findByLabelText<HTMLInputElement>('登録用アドレス')).value).toBe('https://sukoyaka.example/calendar_feeds/secret.ics')
  expect(screen.queryByRole('button', { name: '登録用アドレスを作成' })).toBeNull()
  expect(sent(addCalendarFeed)).toEqual([{ name: '職場の電話', shows_initials: true }])
  await press('コピー')
  expect(await screen.findByText('コピーしました')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('https://sukoyaka.example/calendar_feeds/secret.ics')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('refused', 'NotAllowedError'))
  await press('コピー')
  expect(await screen.findByText(/^コピーできませんでした/)).toBeTruthy()
})

test('a patient creates a feed of their own interviews, without a choice of initials', async () => {
  network.use(reply(listCalendarFeeds, { items: [] }), reply(addCalendarFeed, { ...phone, url: 'https://sukoyaka.example/calendar_feeds/secret.ics' }))
  const { user, press } = show('patient', <FeedsButton />)
  await press('面談を自分のカレンダーに表示')
  const lead = await screen.findByText(/ご自身の面談/)
  expect(lead.textContent).toContain('相談の内容や検査の結果は入りません')
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.type(screen.getByLabelText(/^名前/), 'スマートフォン')
  await press('登録用アドレスを作成')
  expect((await screen.findByLabelText<HTMLInputElement>('登録用アドレス')).value).toBe('https://sukoyaka.example/calendar_feeds/secret.ics')
  expect(sent(addCalendarFeed)).toEqual([{ name: 'スマートフォン', shows_initials: false }])
})

test('says that the feeds could not be loaded, not that there are none, and reloads them', async () => {
  network.use(reply(listCalendarFeeds, () => failure(403, 'forbidden', 'できません')))
  const { press } = show('doctor', dialog)
  expect(screen.queryByText(none)).toBeNull()
  expect(await screen.findByText('登録中のカレンダーを読み込めませんでした')).toBeTruthy()
  expect(screen.queryByText(none)).toBeNull()
  network.use(reply(listCalendarFeeds, { items: [phone] }))
  await press('もう一度読み込む')
  expect(await screen.findByText('2026.11.01 作成・未使用')).toBeTruthy()
})

test('revokes a feed; a message says whether it was revoked', async () => {
  let items = [phone]
  network.use(
    reply(listCalendarFeeds, () => ({ items })),
    reply(removeCalendarFeed, () => failure(403, 'forbidden', 'できません')),
  )
  const { press } = show('doctor', dialog)
  await press('職場の電話 停止')
  expect(await screen.findByText('カレンダーを停止できませんでした')).toBeTruthy()
  network.use(
    reply(removeCalendarFeed, () => {
      items = []
      return null
    }),
  )
  await press('職場の電話 停止')
  expect(await screen.findByText(none)).toBeTruthy()
  await waitFor(() => expect(screen.getByText('カレンダーを停止しました')).toBeTruthy())
  expect(sent(removeCalendarFeed)).toEqual([{ id: 3 }, { id: 3 }])
})
