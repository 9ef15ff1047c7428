import {
  addKarteDraftImages,
  type Karte,
  type KarteDraft,
  type KarteImage,
  listKarteDrafts,
  removeKarteDraft,
  removeKarteDraftImage,
} from '@sukoyaka/wire/care/karte'
import { listKarteTemplates } from '@sukoyaka/wire/care/karte-template'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { person } from '../../../test/data/person.ts'
import { failure, network, reply, sent, settled, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { toasts } from '../../../ui/overlay/toast.ts'
import { image } from '../test-data.ts'
import { KarteComposer } from './KarteComposer.tsx'

setUpNetwork()
beforeEach(() => {
  network.use(reply(listKarteTemplates, { items: [] }))
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
})

const composer = <KarteComposer user_id={1} />
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '本文' })
const draftWith = (...images: KarteImage[]): KarteDraft => ({
  ...{ id: 5, user_id: 1, interview_id: null, karte_id: null, karte_updated_at: null, memo: '経過', version: 7, updated_at: '2026-11-21T00:00:00.000Z' },
  images,
})
const saved: Karte = {
  ...{ id: 3, user_id: 1, author_id: 2, author: person(2, '山田'), interview_id: null, memo: '経過', images: [], version_count: 1 },
  ...{ created_at: '2026-11-20T00:00:00.000Z', updated_at: '2026-11-20T01:00:00.000Z' },
}

test('a picture whose removal failed is shown again, together with a picture that was uploaded meanwhile', async () => {
  const before = draftWith(image(1, '足.png'), image(2, '手.png'))
  const removal = Promise.withResolvers<Response>()
  network.use(
    reply(listKarteDrafts, { items: [before] }),
    reply(removeKarteDraftImage, () => removal.promise),
    reply(addKarteDraftImages, { ...before, images: [...before.images, image(3, '顔.png')] }),
  )
  const { press, user, container } = show('doctor', composer)
  await press('足.pngを外す')
  await user.upload(container.querySelector<HTMLInputElement>('input[type=file]')!, new File(['x'], '顔.png', { type: 'image/png' }))
  await screen.findByRole('button', { name: '顔.pngを外す' })
  removal.resolve(failure(403, 'forbidden', '権限がありません。'))
  await screen.findByText('画像を外せませんでした')
  expect(screen.getAllByRole('img').map((img) => img.getAttribute('alt'))).toEqual(['足.png', '手.png', '顔.png'])
})

test('a picture whose removal fails after the note was saved does not appear in the next note', async () => {
  const removal = Promise.withResolvers<Response>()
  network.use(
    reply(listKarteDrafts, { items: [draftWith(image(1, '足.png'))] }),
    reply(removeKarteDraftImage, () => removal.promise),
    http.post('/api/kartes', () => HttpResponse.json(saved)),
  )
  const { press } = show('doctor', composer)
  await press('足.pngを外す')
  await press('保存')
  await waitFor(() => expect(field().value).toBe(''))
  removal.resolve(failure(404, 'not_found', '見つかりません。'))
  await screen.findByText('画像を外せませんでした')
  expect(screen.queryByRole('img')).toBeNull()
})

test('pictures that were being sent when the draft was discarded do not appear in the next note', async () => {
  const before = draftWith(image(1, '足.png'))
  const upload = Promise.withResolvers<Response>()
  network.use(
    reply(listKarteDrafts, { items: [before] }),
    reply(addKarteDraftImages, () => upload.promise),
    reply(removeKarteDraft, () => undefined as never),
  )
  const { press, user, container } = show('doctor', composer)
  await screen.findByRole('button', { name: '足.pngを外す' })
  await user.upload(
    container.querySelector<HTMLInputElement>('input[type=file]')!,
    ['顔.png', '腕.png'].map((name) => new File(['x'], name, { type: 'image/png' })),
  )
  await press('下書きを破棄')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '下書きを破棄' }))
  await waitFor(() => expect(field().value).toBe(''))
  upload.resolve(HttpResponse.json(draftWith(image(1, '足.png'), image(2, '顔.png'))))
  await settled()
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull())
  expect(sent(addKarteDraftImages)).toHaveLength(1)
})

test('a note is not saved while an image of it could not be uploaded', async () => {
  const before = draftWith(image(1, '足.png'))
  network.use(
    reply(listKarteDrafts, { items: [before] }),
    reply(addKarteDraftImages, () => failure(422, 'file_unreadable', '読み取れない画像です。')),
    http.post('/api/kartes', () => HttpResponse.json(saved, { status: 201 })),
    reply(removeKarteDraft, null),
  )
  const { press, user, container } = show('doctor', composer)
  await screen.findByRole('button', { name: '足.pngを外す' })
  await user.upload(container.querySelector<HTMLInputElement>('input[type=file]')!, new File(['x'], '顔.png', { type: 'image/png' }))
  const retry = await screen.findByRole('button', { name: '顔.pngをもう一度送信' })
  await press('保存')
  await screen.findByText('送信できなかった画像があります')
  expect([field().value, document.activeElement]).toEqual(['経過', retry])
  await press('顔.pngを外す')
  await press('保存')
  await screen.findByText('カルテを保存しました')
})

test('images are uploaded after the composer was closed, shown when it is opened again, and leaving the page asks until then', async () => {
  const uploads: PromiseWithResolvers<Response>[] = []
  network.use(
    reply(listKarteDrafts, { items: [draftWith()] }),
    reply(addKarteDraftImages, () => {
      const upload = Promise.withResolvers<Response>()
      uploads.push(upload)
      return upload.promise
    }),
  )
  const asksBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const first = show('doctor', composer)
  await waitFor(() => expect(field().value).toBe('経過'))
  await first.user.upload(
    first.container.querySelector<HTMLInputElement>('input[type=file]')!,
    ['足.png', '手.png', '顔.png'].map((name) => new File(['x'], name, { type: 'image/png' })),
  )
  await waitFor(() => expect(uploads).toHaveLength(1))
  first.unmount()
  const images = [image(1, '足.png'), image(2, '手.png'), image(3, '顔.png')]
  uploads[0]!.resolve(HttpResponse.json(draftWith(images[0]!), { status: 201 }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  expect(asksBeforeUnload()).toBe(true)
  network.use(reply(listKarteDrafts, { items: [draftWith(images[0]!)] }))
  show('doctor', composer, { store: first.store })
  await screen.findByRole('button', { name: '足.pngを外す' })
  uploads[1]!.resolve(HttpResponse.json(draftWith(...images.slice(0, 2)), { status: 201 }))
  await screen.findByRole('button', { name: '手.pngを外す' })
  await waitFor(() => expect(uploads).toHaveLength(3))
  uploads[2]!.resolve(HttpResponse.json(draftWith(...images), { status: 201 }))
  await screen.findByRole('button', { name: '顔.pngを外す' })
  await waitFor(() => expect(asksBeforeUnload()).toBe(false))
})

test('an image whose upload meets the end of the session is sent after the next sign-in, without a failure', async () => {
  const before = draftWith()
  network.use(
    reply(listKarteDrafts, { items: [before] }),
    reply(addKarteDraftImages, () => failure(401, 'unauthenticated', 'x')),
  )
  const first = show('doctor', composer)
  await waitFor(() => expect(field().value).toBe('経過'))
  await first.user.upload(first.container.querySelector<HTMLInputElement>('input[type=file]')!, new File(['x'], '足.png', { type: 'image/png' }))
  await waitFor(() => expect(first.store.getState().session.status).toBe('signed_out'))
  first.unmount()
  await settled()
  expect([toasts.read(), sent(addKarteDraftImages).length]).toEqual([[], 1])
  network.use(reply(addKarteDraftImages, draftWith(image(1, '足.png'))))
  show('doctor', composer)
  await screen.findByRole('button', { name: '足.pngを外す' })
  expect(sent(addKarteDraftImages)).toHaveLength(2)
})

test('images that are too large or of another kind are not sent', async () => {
  network.use(reply(listKarteDrafts, { items: [] }))
  const { user, container } = show('doctor', composer)
  await waitFor(() => expect(field().disabled).toBe(false))
  const input = container.querySelector<HTMLInputElement>('input[type=file]')!
  await user.upload(input, Object.defineProperty(new File(['x'], '足.png', { type: 'image/png' }), 'size', { value: 20_000_001 }))
  await screen.findByText('20MBを超える画像は追加できません')
  fireEvent.change(input, { target: { files: [new File(['x'], '手.heic', { type: 'image/heic' })] } })
  await screen.findByText('JPEG、PNG、WebP、GIF、AVIFの画像を選んでください')
  await settled()
  expect(sent(addKarteDraftImages)).toEqual([])
})
