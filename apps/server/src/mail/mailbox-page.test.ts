import { expect, test } from 'vitest'
import type { SentMail } from '../context/app-context.ts'
import { mailboxPage } from './mailbox-page.ts'

const sentMail = (overrides: Partial<SentMail> = {}): SentMail => ({
  to: 'hanako@example.com',
  subject: '件名',
  text: '本文\n\n123456\n\n終わり',
  sent_at: '2026-11-20T16:30:05.000Z',
  ...overrides,
})

test('shows the demo mailbox in three languages, with Tokyo time', () => {
  expect(mailboxPage([sentMail()], 'ja')).toMatch(/<html lang="ja">[\s\S]*デモのメールボックス[\s\S]*宛先[\s\S]*2026\.11\.21 01:30:05/)
  expect(mailboxPage([], 'en')).toMatch(/<html lang="en">[\s\S]*No emails yet/)
  expect(mailboxPage([], 'kr')).toMatch(/<html lang="ko">[\s\S]*아직 도착한 메일이 없습니다/)
})

test('highlights the code, and the page refreshes without a script', () => {
  const page = mailboxPage([sentMail()], 'ja')
  expect(page).toContain('<span class="code">123456</span>')
  expect(page).toContain('<meta http-equiv="refresh"')
})

test('escapes markup in mails', () => {
  const injection = `<script>alert(1)</script><img src=x onerror=alert(1)>"'&`
  const page = mailboxPage([sentMail({ to: injection, subject: injection, text: injection, sent_at: '2026-11-20T16:30:05.000Z' })], 'ja')
  expect(page).not.toMatch(/<script|<img/)
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).toContain('&quot;&#39;&amp;')
})
