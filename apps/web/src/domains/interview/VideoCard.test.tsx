import { addInterviewVideo, removeInterviewVideo } from '@sukoyaka/wire/care/interview'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as data from '../../test/data/interview.ts'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { VideoCard } from './VideoCard.tsx'

setUpNetwork()

const interview = data.interview(4, '2026-11-21T02:00:00.000Z')
const recorded = { ...interview, video: { id: 3, content_type: 'video/mp4', size: 1, original: '/v' } }
const file = new File(['x'], '面談.mp4', { type: 'video/mp4' })
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('a recording is deleted only once that is confirmed', async () => {
  network.use(reply(removeInterviewVideo, undefined as never))
  const { user, press } = show('doctor', <VideoCard interview={recorded} mayWrite />)
  await press('録画を削除')
  await user.click((await dialogNamed('録画を削除')).getByRole('button', { name: 'キャンセル' }))
  expect(sent(removeInterviewVideo)).toEqual([])
  await press('録画を削除')
  await user.click((await dialogNamed('録画を削除')).getByRole('button', { name: '録画を削除' }))
  await screen.findByText('録画を削除しました')
  expect(sent(removeInterviewVideo)).toEqual([{ id: 4 }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a recording is replaced only once that is confirmed; the first one is sent at once', async () => {
  network.use(reply(addInterviewVideo, recorded))
  const upload = async (item: typeof interview) => {
    const { user, container, unmount } = show('doctor', <VideoCard interview={item} mayWrite />)
    await user.upload(container.querySelector<HTMLInputElement>('input[type=file]')!, file)
    return { user, unmount }
  }
  const { user, unmount } = await upload(recorded)
  const dialog = await dialogNamed('録画を差し替え')
  expect(dialog.getByText('面談.mp4')).toBeTruthy()
  expect(sent(addInterviewVideo)).toEqual([])
  await user.click(dialog.getByRole('button', { name: '録画を差し替え' }))
  await waitFor(() => expect(sent(addInterviewVideo)).toHaveLength(1))
  await screen.findByText('録画を保存しました')
  unmount()
  await upload(interview)
  await waitFor(() => expect(sent(addInterviewVideo)).toHaveLength(2))
})
