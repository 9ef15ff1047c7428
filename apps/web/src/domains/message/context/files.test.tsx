// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeNetwork, press, setUpCardTests, showCard, text, wait } from '../../../test/render.tsx'
import { RoomFiles } from './RoomFiles.tsx'

const sender = { id: 12, role: 'patient', last_name: '佐伯', first_name: '恵子', last_name_kana: 'サエキ', first_name_kana: 'ケイコ', icon: null }
const file = (n: number) => ({
  attachment_id: n,
  signed_id: 'over',
  content_type: 'application/pdf',
  name: `献立${n}.pdf`,
  size: 2_048,
  address: '/files/over',
  message_id: 100 + n,
  sender,
  published_at: '2026-11-20T00:00:00Z',
})
const files = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => file(from - at))
const url = '/api/message_rooms/3/files'
setUpCardTests(() => ({ [url]: { items: files(30, 21), has_before: true } }))

const names = () => screen.getAllByRole('listitem').map((item) => item.textContent?.match(/献立(\d+)/)?.[1])

test('shows five files, expands the page, then loads older ones; each links to its message', async () => {
  const jumped: number[] = []
  await showCard(<RoomFiles room_id={3} onJump={(id) => jumped.push(id)} />, 'nurse')
  expect(names()).toEqual(['30', '29', '28', '27', '26'])
  expect(text()).toContain('2 KB・佐伯 恵子・11.20')
  await press('さらに見る')
  expect(names()).toHaveLength(10)
  fakeNetwork.responses[url] = { items: files(20, 19), has_before: false }
  await press('さらに見る')
  expect(names()).toEqual(['30', '29', '28', '27', '26', '25', '24', '23', '22', '21', '20', '19'])
  expect(screen.queryByRole('button', { name: 'さらに見る' })).toBe(null)
  await press('会話の中で見る：献立19.pdf', 0)
  expect(jumped).toEqual([119])
})

test('downloads through a fresh URL, and nothing if the message cannot be read', async () => {
  const opened = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    openedUrls.push(`${this.getAttribute('href')} ${this.download}`)
  })
  const openedUrls: string[] = []
  fakeNetwork.responses['/api/messages/130'] = { files: [{ ...file(30), address: '/files/fresh' }] }
  await showCard(<RoomFiles room_id={3} onJump={() => undefined} />, 'patient')
  for (const n of [30, 29]) {
    fireEvent.click(screen.getByRole('link', { name: new RegExp(`^ダウンロード: 献立${n}\\.pdf`) }))
    await wait(200)
  }
  expect(openedUrls).toEqual(['/files/fresh 献立30.pdf'])
  opened.mockRestore()
})

test('shows the empty state without files', async () => {
  fakeNetwork.responses[url] = { items: [], has_before: false }
  await showCard(<RoomFiles room_id={3} onJump={() => undefined} />, 'patient')
  expect(text()).toBe('ファイルはまだありません')
})
