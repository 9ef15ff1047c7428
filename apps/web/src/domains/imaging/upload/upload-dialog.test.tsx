import { listTestPackages } from '@sukoyaka/wire/record/checkup'
import { listImageTestResultCategories } from '@sukoyaka/wire/record/imaging'
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { checkup } from '../../../test/data/checkup.ts'
import { failure, network, reply, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { categories, imageResult } from '../test-data.ts'
import { FakeXMLHttpRequest } from './fake-sending.ts'
import { UploadDialog } from './UploadDialog.tsx'

const packages = { items: [checkup(7, '2026-11-21T00:00:00.000Z', { name: '人間ドック', released_at: null })] }
const photo = new File(['x'], '胸部.jpg', { type: 'image/jpeg' })
setUpNetwork({ now: '2026-11-21T03:00:00Z' })
beforeEach(() => {
  network.use(reply(listImageTestResultCategories, { items: categories }), reply(listTestPackages, packages))
  FakeXMLHttpRequest.last = undefined
  // the progress of an upload is only visible to XMLHttpRequest
  vi.stubGlobal('XMLHttpRequest', FakeXMLHttpRequest)
})

const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: '追加' })

test('an examination is sent only once its checkup is known, which hides it from the patient until the release', async () => {
  const answered = Promise.withResolvers<void>()
  network.use(
    reply(listTestPackages, async () => {
      await answered.promise
      return failure(404, 'not_found', '見つかりませんでした。')
    }),
  )
  const { user, press } = show('doctor', <UploadDialog user_id={1} onClose={() => {}} />)
  await screen.findByRole('option', { name: '胸部X線' })
  await user.upload(document.querySelector<HTMLElement>('input[type=file]')!, photo)
  await user.selectOptions(screen.getByLabelText(/検査の種類/), '2')
  expect(submit().disabled).toBe(true)
  answered.resolve()
  await screen.findByText('検査パッケージを読み込めませんでした')
  expect(submit().disabled).toBe(true)
  network.use(reply(listTestPackages, packages))
  await press('もう一度読み込む')
  await waitFor(() => expect(submit().disabled).toBe(false))
  await press('追加')
  expect(FakeXMLHttpRequest.last!.form!.get('test_package_id')).toBe('7')
})

test('text that the clipboard also has as an image is pasted into a field as text', async () => {
  show('doctor', <UploadDialog user_id={1} onClose={() => {}} />)
  const finding = await screen.findByLabelText('所見')
  const paste = (target: Element, types: string[]) => {
    const event = createEvent.paste(target, { clipboardData: { files: [photo], types } })
    fireEvent(target, event)
    return event.defaultPrevented
  }
  expect(paste(finding, ['text/plain', 'Files'])).toBe(false)
  expect(screen.queryByRole('list', { name: '選んだファイル' })).toBeNull()
  expect(paste(finding, ['Files'])).toBe(true)
  expect(paste(document.body, ['text/plain', 'Files'])).toBe(true)
  expect(screen.getAllByText('胸部.jpg')).toHaveLength(2)
})

test('adding files to an examination keeps the unsent finding of a new one', async () => {
  const { user, unmount, store } = show('doctor', <UploadDialog user_id={1} onClose={() => {}} />)
  await user.type(await screen.findByLabelText('所見'), '右上葉に結節')
  unmount()
  const closed = vi.fn()
  const adding = show('doctor', <UploadDialog user_id={1} result={imageResult(3, 1, '2026-10-14T00:00:00.000Z')} onClose={closed} />, { store })
  await adding.press('キャンセル')
  await waitFor(() => expect(closed).toHaveBeenCalled())
  adding.unmount()
  show('doctor', <UploadDialog user_id={1} onClose={() => {}} />, { store })
  expect((await screen.findByLabelText<HTMLTextAreaElement>('所見')).value).toBe('右上葉に結節')
})
