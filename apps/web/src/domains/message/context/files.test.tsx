import { getMessage } from '@sukoyaka/wire/care/message'
import { getRoomContext, listRoomFiles, type RoomFiles as RoomFilesPage } from '@sukoyaka/wire/care/message-room'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { useGetRoomContextQuery } from '../rooms/api.ts'
import { file, message, room, roomFile } from '../test-data.ts'
import { ContextPanel } from './ContextPanel.tsx'
import { RoomFiles } from './RoomFiles.tsx'

setUpNetwork()
afterEach(() => {
  vi.restoreAllMocks()
})

const files = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => roomFile(from - at))
const none = { items: [], page: 1, next_page: null, total_count: 0 }
const noImages = { items: [], has_before: false, has_after: false }
const firstPage = (page: RoomFilesPage) => reply(getRoomContext, { pins: null, reminders: null, images: noImages, files: page })
const olderPage = reply(listRoomFiles, { items: files(20, 19), has_before: false })
function FirstFiles({ onJump = () => undefined }: { onJump?: (message_id: number) => void }) {
  const query = useGetRoomContextQuery({ patient_id: 1 })
  return <RoomFiles room_id={3} query={{ ...query, currentData: query.currentData?.files }} onJump={onJump} />
}
const names = () => screen.queryAllByRole('listitem').map((item) => item.textContent?.match(/献立(\d+)/)?.[1])

test('shows five files, then the rest of the first page, then older files; each file links to its message', async () => {
  network.use(firstPage({ items: files(30, 21), has_before: true }), olderPage)
  const jumped: number[] = []
  const { press } = show('nurse', <FirstFiles onJump={(id) => jumped.push(id)} />)
  await waitFor(() => expect(names()).toEqual(['30', '29', '28', '27', '26']))
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('2 KB・佐伯 恵子・11.20')
  await press('さらに見る')
  await waitFor(() => expect(names()).toHaveLength(10))
  expect(sent(listRoomFiles)).toEqual([])
  await press('さらに見る')
  await waitFor(() => expect(names()).toEqual(['30', '29', '28', '27', '26', '25', '24', '23', '22', '21', '20', '19']))
  expect(sent(listRoomFiles)).toEqual([{ id: 3, before_id: 121 }])
  expect(screen.queryByRole('button', { name: 'さらに見る' })).toBe(null)
  await press('会話の中で見る：献立19.pdf')
  expect(jumped).toEqual([119])
})

test('downloads through a fresh URL; if the message cannot be read, shows an error and downloads nothing', async () => {
  const openedUrls: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    openedUrls.push(`${this.getAttribute('href')} ${this.download}`)
  })
  network.use(
    firstPage({ items: files(30, 21), has_before: true }),
    reply(getMessage, ({ id }) =>
      id === 130 ? message(130, { files: [{ ...file(30), address: '/files/fresh' }] }) : failure(404, 'not_found', '見つかりません。'),
    ),
  )
  const { user } = show('patient', <FirstFiles />)
  const link = (n: number) => screen.findByRole('link', { name: new RegExp(`^ダウンロード: 献立${n}\\.pdf`) })
  await user.click(await link(30))
  await waitFor(() => expect(openedUrls).toEqual(['/files/fresh 献立30.pdf']))
  await user.click(await link(29))
  expect(await screen.findByText(/献立29\.pdf.*できませんでした/)).toBeTruthy()
  expect(openedUrls).toHaveLength(1)
})

test('shows the empty state without files, and a retry when loading fails', async () => {
  network.use(reply(getRoomContext, () => failure(403, 'forbidden', 'この操作を行う権限がありません。')))
  const { press } = show('patient', <FirstFiles />)
  await screen.findByText('ファイルを読み込めませんでした')
  network.use(firstPage({ items: [], has_before: false }))
  await press('再試行')
  expect(await screen.findByText('ファイルはまだありません')).toBeTruthy()
})

test('if loading fails, the panel shows one error for all parts; after the retry, each part says that it is empty', async () => {
  network.use(reply(getRoomContext, () => failure(403, 'forbidden', 'この操作を行う権限がありません。')))
  const { press } = show('nurse', <ContextPanel room={room(3, '佐伯')} facts="" people={[]} onJump={() => undefined} />)
  await screen.findByText('読み込めませんでした')
  expect(screen.queryByRole('heading', { name: '画像' })).toBe(null)
  network.use(reply(getRoomContext, { pins: none, reminders: none, images: noImages, files: { items: [], has_before: false } }))
  await press('もう一度読み込む')
  for (const text of ['画像はまだありません', 'この会話にはありません', 'ファイルはまだありません']) expect(await screen.findByText(text)).toBeTruthy()
})
