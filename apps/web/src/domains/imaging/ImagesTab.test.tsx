import { listTestPackages } from '@sukoyaka/wire/record/checkup'
import {
  changeImageTestResult,
  type ImageTestResult,
  listImageTestResultCategories,
  listImageTestResults,
  removeImageTestResult,
} from '@sukoyaka/wire/record/imaging'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { checkup } from '../../test/data/checkup.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import * as page from '../../test/show.tsx'
import { ImagesTab } from './ImagesTab.tsx'
import { categories, imageResult } from './test-data.ts'
import { FakeXMLHttpRequest } from './upload/fake-sending.ts'

let stored: ImageTestResult[]
setUpNetwork({ now: '2026-11-21T03:00:00Z' })
beforeEach(() => {
  stored = [
    imageResult(3, 1, '2026-10-14T00:00:00.000Z', { finding: '肝：軽度の高輝度\n腎：異常所見なし', status: 2 }),
    imageResult(2, 2, '2026-10-14T00:00:00.000Z'),
    imageResult(1, 1, '2025-10-14T00:00:00.000Z', { finding: '異常所見なし', status: 0 }),
  ]
  network.use(
    reply(listImageTestResults, () => ({ items: stored })),
    reply(listImageTestResultCategories, { items: categories }),
    reply(listTestPackages, { items: [checkup(7, '2026-11-21T00:00:00.000Z', { name: '人間ドック', released_at: null })] }),
  )
  FakeXMLHttpRequest.last = undefined
  // the progress of an upload is only visible to XMLHttpRequest
  vi.stubGlobal('XMLHttpRequest', FakeXMLHttpRequest)
})

const show = async (role: Parameters<typeof page.show>[0]) => {
  const shown = page.show(role, <ImagesTab user_id={1} />)
  await screen.findAllByRole('listitem')
  return shown
}
const cards = () =>
  within(screen.getAllByRole('list')[0]!)
    .getAllByRole('listitem')
    .map((card) => card.textContent)
const box = (name: string) => screen.getByRole('checkbox', { name })
const openDialog = async () => within(await screen.findByRole('dialog'))

test('lists examinations newest first and filters those with findings', async () => {
  const { user, press } = await show('doctor')
  expect(cards()).toEqual(['腹部超音波2026.10.14軽度所見肝：軽度の高輝度　腎：異常所見なし', '胸部X線2026.10.14読影中', '腹部超音波2025.10.14異常所見なし'])
  await user.click(screen.getByRole('switch', { name: '所見ありのみ' }))
  expect(cards()).toHaveLength(1)
  await user.selectOptions(screen.getByLabelText('種類'), '2')
  expect(screen.getByText('条件に合う画像・動画はありません')).toBeTruthy()
  await press('条件を解除')
  expect(cards()).toHaveLength(3)
})

test('a patient sees plain wording, no edit actions, and the finding once an image is open', async () => {
  const { press } = await show('patient')
  expect(cards()[0]).toBe('腹部超音波2026.10.14経過をみていく所見があります')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: '追加' })).toBeNull()
  await press('腹部超音波　2026.10.14を開く')
  const dialog = await openDialog()
  expect(dialog.getByText(/肝：軽度の高輝度/)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: '所見を編集' })).toBeNull()
})

test('compares two examinations, the older one on the left', async () => {
  const { user, press } = await show('nurse')
  await user.click(box('比較に選ぶ：腹部超音波　2026.10.14'))
  expect(screen.getByText('もう1件を選ぶと並べて比較できます')).toBeTruthy()
  await user.click(box('比較に選ぶ：腹部超音波　2025.10.14'))
  await press('並べて比較')
  const panes = (await openDialog()).getAllByRole('region')
  expect(panes.map((pane) => pane.getAttribute('aria-label'))).toEqual(['腹部超音波　2025.10.14', '腹部超音波　2026.10.14'])
})

test('reloads an image with an expired URL and shows a placeholder meanwhile', async () => {
  const { press } = await show('doctor')
  await press('腹部超音波　2026.10.14を開く')
  await openDialog()
  stored = stored.map((row) => ({
    ...row,
    images: row.images.map((image) => ({ ...image, variants: { large: '/files/new', medium: '/files/new', small: '/files/new' } })),
  }))
  // happy-dom loads no images, so the test fires the error
  fireEvent.error(screen.getByAltText(/1\/1$/))
  expect(screen.getByAltText(/表示できません/).getAttribute('src')).toBe('/images/noImage.svg')
  expect((await screen.findByAltText(/1\/1$/)).getAttribute('src')).toBe('/files/new')
})

test('after a conflict was shown, the next save sends only the changed fields', async () => {
  network.use(reply(changeImageTestResult, () => failure(409, 'conflict', 'ほかの人が先に変更しました。')))
  const { user, press } = await show('doctor')
  await press('胸部X線　2026.10.14を開く')
  await press('所見を編集')
  await user.type(await screen.findByLabelText('所見'), '異常所見なし')
  await user.click(screen.getByRole('radio', { name: '異常所見なし' }))
  await press('保存')
  expect((await screen.findByRole('alert')).textContent).toContain('ほかの人が先に変更しました。')
  network.use(
    reply(changeImageTestResult, () => {
      stored = stored.map((row) => (row.id === 2 ? { ...row, finding: '異常所見なし', status: 0 } : row))
      return stored[1]!
    }),
  )
  await press('保存')
  expect(await screen.findByText('画像・動画の情報を保存しました')).toBeTruthy()
  expect(sent(changeImageTestResult).at(-1)).toEqual({ id: 2, updated_at: '2026-11-01T00:00:00.000Z', finding: '異常所見なし', status: 0 })
})

test('a conflict shows the saved evaluation and next step, not only the finding', async () => {
  network.use(
    reply(changeImageTestResult, () => {
      stored = stored.map((row) =>
        row.id === 2 ? { ...row, status: 2, follow_up_kind: 'retest', follow_up_on: '2026-12-01', updated_at: '2026-11-20T00:00:00.000Z' } : row,
      )
      return failure(409, 'conflict', 'ほかの人が先に変更しました。')
    }),
  )
  const { user, press } = await show('doctor')
  await press('胸部X線　2026.10.14を開く')
  await press('所見を編集')
  await user.type(await screen.findByLabelText('所見'), '異常所見なし')
  await press('保存')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('現在の記録：軽度所見\n次の対応 再検 2026.12.01'))
})

test('deletes an examination after confirmation and repeats the request after a 503', async () => {
  network.use(
    reply(removeImageTestResult, ({ id }) => {
      if (sent(removeImageTestResult).length === 1) return failure(503, 'unavailable', 'つながりません。')
      stored = stored.filter((row) => row.id !== id)
      return null
    }),
  )
  const { press } = await show('doctor')
  await press('胸部X線　2026.10.14を開く')
  await press('所見を編集')
  await press('削除')
  expect(sent(removeImageTestResult)).toEqual([])
  await press('画像・動画を削除')
  await waitFor(() => expect(sent(removeImageTestResult)).toEqual([{ id: 2 }, { id: 2 }]))
  expect(await screen.findByText('画像・動画を削除しました')).toBeTruthy()
  expect(cards()).toHaveLength(2)
})

const photo = new File(['x'], '胸部.jpg', { type: 'image/jpeg' })
/** Opens the upload; `choose` selects files as if the file dialog offered all types. */
const openUpload = async () => {
  const { user, press } = await show('doctor')
  await press('追加')
  const dialog = await openDialog()
  await dialog.findByRole('option', { name: '胸部X線' })
  const choose = (...files: File[]) => user.setup({ applyAccept: false }).upload(document.querySelector<HTMLElement>('input[type=file]')!, files)
  const pressInside = (name: string) => user.click(dialog.getByRole('button', { name }))
  return { user, dialog, choose, pressInside }
}

test('uploads files with form values and the checkup of that day, showing progress', async () => {
  const { user, dialog, choose, pressInside } = await openUpload()
  await choose(photo, new File(['y'], 'b.png', { type: 'image/png' }))
  await user.selectOptions(dialog.getByLabelText(/検査の種類/), '2')
  const packageName = () => dialog.getByLabelText<HTMLSelectElement>('検査パッケージ').selectedOptions[0]?.textContent
  await waitFor(() => expect(packageName()).toBe('2026.11.21　人間ドック（未公開）'))
  await user.selectOptions(dialog.getByLabelText('次の対応'), 'retest')
  await pressInside('検査の3か月後')
  await user.click(dialog.getByRole('checkbox'))
  await pressInside('追加')
  const sending = FakeXMLHttpRequest.last!
  const fields = Object.fromEntries([...sending.form!.entries()].filter(([, value]) => typeof value === 'string'))
  expect(fields).toEqual({
    user_id: '1',
    category_id: '2',
    recorded_at: '2026-11-20T15:00:00.000Z',
    finding: '',
    test_package_id: '7',
    follow_up_kind: 'retest',
    follow_up_on: '2027-02-21',
    is_follow_up_done: 'true',
  })
  expect(sending.form!.getAll('images[]').map((file) => (file as File).name)).toEqual(['胸部.jpg', 'b.png'])
  expect(sending.headers['idempotency-key']).toBeTruthy()
  act(() => sending.upload.onprogress?.({ loaded: 1, total: 4, lengthComputable: true }))
  expect(screen.getByText('送信中 25%')).toBeTruthy()
  await sending.respond(422, { error: '読み取れませんでした。', code: 'file_unreadable' })
  expect((await screen.findByRole('alert')).textContent).toBe('画像・動画を追加できませんでした。読み取れませんでした。')
  await pressInside('追加')
  await FakeXMLHttpRequest.last!.respond(201, stored[0]!)
  expect(await screen.findByText('画像・動画を追加しました')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('reports invalid files before the upload, and repeats an aborted upload with the same idempotency key', async () => {
  const { user, dialog, choose, pressInside } = await openUpload()
  await pressInside('追加')
  expect(dialog.getByText('ファイルを選んでください')).toBeTruthy()
  const exported = new File(['x'], 'DICOM_chest.jpg', { type: 'image/jpeg' })
  await choose(photo, exported, new File(['x'], 'a.dcm', { type: 'application/dicom' }), new File(['x'], 'a.pdf', { type: 'application/pdf' }))
  await user.selectOptions(dialog.getByLabelText(/検査の種類/), '2')
  expect(dialog.getByText('DICOMは未対応です。JPEGかPNGに書き出してください')).toBeTruthy()
  expect(dialog.getByText('対応していない形式です')).toBeTruthy()
  await pressInside('追加')
  expect(FakeXMLHttpRequest.last).toBeUndefined()
  await pressInside('取り消し：DICOM_chest.jpg')
  await pressInside('取り消し：a.dcm')
  await pressInside('取り消し：a.pdf')
  await pressInside('追加')
  const first = FakeXMLHttpRequest.last!
  await pressInside('送信を中止')
  expect((await dialog.findByRole('alert')).textContent).toContain('送信を中止しました')
  await pressInside('追加')
  expect(FakeXMLHttpRequest.last).not.toBe(first)
  expect(FakeXMLHttpRequest.last!.headers['idempotency-key']).toBe(first.headers['idempotency-key'])
})

test('rejects files that would exceed the limit of an examination', async () => {
  const [image] = stored[0]!.images
  stored = [{ ...stored[0]!, images: Array.from({ length: 39 }, (_, at) => ({ ...image!, id: at + 1 })) }]
  const { user, press } = await show('doctor')
  await press('腹部超音波　2026.10.14を開く 39件')
  await press('所見を編集')
  await user.click(within(await screen.findByRole('dialog', { name: /編集/ })).getByRole('button', { name: '追加' }))
  await screen.findByRole('dialog', { name: /画像・動画を追加/ })
  await user.upload(document.querySelector<HTMLElement>('input[type=file]')!, [photo, new File(['y'], 'b.png', { type: 'image/png' })])
  await user.click(within(screen.getByRole('dialog', { name: /画像・動画を追加/ })).getByRole('button', { name: '追加' }))
  expect((await screen.findByRole('alert')).textContent).toBe('1つの検査のファイルは40件までです（現在39件）')
  expect(FakeXMLHttpRequest.last).toBeUndefined()
})

test('shows a load error and retries', async () => {
  network.use(reply(listImageTestResults, () => failure(404, 'not_found', '見つかりませんでした。')))
  const { press } = page.show('doctor', <ImagesTab user_id={1} />)
  expect(await screen.findByText('画像・動画を読み込めませんでした')).toBeTruthy()
  network.use(reply(listImageTestResults, () => ({ items: stored })))
  await press('もう一度読み込む')
  await screen.findAllByRole('listitem')
  expect(cards()).toHaveLength(3)
})

test('the question before one file is deleted shows that file', async () => {
  const [file] = stored[0]!.images
  const right = { ...file!, id: 31, variants: { large: '/files/l31', medium: '/files/m31', small: '/files/s31' } }
  stored = [{ ...stored[0]!, images: [file!, right, { ...file!, id: 32, content_type: 'video/mp4', variants: null }] }]
  const { user, press } = await show('doctor')
  await press('腹部超音波　2026.10.14を開く 3件')
  await press('所見を編集')
  await press('2番目を削除')
  const question = within(await screen.findByRole('dialog', { name: 'ファイルを削除' }))
  expect(question.getByRole('presentation').getAttribute('src')).toBe('/files/s31')
  await user.click(question.getByRole('button', { name: 'キャンセル' }))
  await press('3番目を削除')
  expect(within(await screen.findByRole('dialog', { name: 'ファイルを削除' })).getByText('動画')).toBeTruthy()
})
