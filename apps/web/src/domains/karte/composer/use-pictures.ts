import { addKarteDraftImages, type KarteImage, maxImagesPerKarte } from '@sukoyaka/wire/care/karte'
import { imageTypes, maxBytes } from '@sukoyaka/wire/endpoint'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { useUpload } from '../../../api/upload.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { useObservable } from '../../../ui/page/observable.ts'
import { useRemoveKarteDraftImageMutation } from '../api.ts'
import type { Place } from '../place.ts'
import { pictureQueueOf } from './picture-queue.ts'
import type { Draft } from './use-draft.ts'

/** Images of the draft. They are uploaded while the note is written, so that they appear on other devices. */
export const usePictures = (place: Place, draft: Draft) => {
  const { t } = useTranslation('karte')
  const me = useAppSelector(selectMe)
  const { send, progress } = useUpload(addKarteDraftImages)
  const [queue] = useState(() => pictureQueueOf(me?.id, place))
  const pending = useObservable(queue.pending)
  const [remove] = useRemoveKarteDraftImageMutation()

  /** Shows the images of the draft `id`, unless it has become a note or was discarded meanwhile. */
  const putImages = (id: number, images: KarteImage[]) => draft.now().draft_id === id && draft.put({ images })
  const sendOne = async (file: File) => {
    if (!draft.now().draft_id) await draft.flush(true)
    const { draft_id: id } = draft.now()
    if (!id) return { reason: t('draft.rejected') }
    const { data, error } = await send({ id }, { 'images[]': [file] })
    if (!data) return { reason: Object.values(error?.fields ?? {}).flat()[0] ?? error?.error }
    return { draft: data }
  }
  const latest = useRef({ sendOne, maySave: draft.maySave })
  latest.current = { sendOne, maySave: draft.maySave }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions read the ref
  useEffect(() => {
    if (!draft.isReady) return
    return queue.open({
      maySend: () => latest.current.maySave(),
      send: (file) => latest.current.sendOne(file),
      onSent: ({ id, images }) => putImages(id, images),
      onFailed: (name) => toast.error(t('image.failedClosed', { name }), { text: t('image.failedClosedText') }),
    })
  }, [queue, draft.isReady])

  return {
    pending,
    share: progress,
    isSending: pending.some(({ state }) => state !== 'failed'),
    hasFailed: pending.some(({ state }) => state === 'failed'),
    add: (files: readonly File[]) => {
      const images = files.filter(({ type }) => imageTypes.includes(type))
      if (images.length < files.length) toast.error(t('image.noImage'))
      const pictures = images.filter(({ size }) => size <= maxBytes.image)
      if (pictures.length < images.length) toast.error(t('image.tooLarge', { max: maxBytes.image / 1_000_000 }))
      const room = maxImagesPerKarte - draft.now().images.length - pending.length
      if (pictures.length > room) toast.error(t('image.tooMany', { max: maxImagesPerKarte }))
      queue.add(pictures.slice(0, Math.max(0, room)))
    },
    retry: queue.retry,
    drop: queue.drop,
    remove: async (attachment_id: number) => {
      const { draft_id: id, images } = draft.now()
      const at = images.findIndex((image) => image.attachment_id === attachment_id)
      const removed = images[at]
      if (!id || !removed) return
      // an upload that ends meanwhile replaces the list
      const others = () => draft.now().images.filter((image) => image.attachment_id !== attachment_id)
      draft.put({ images: others() })
      const { error } = await remove({ id, attachment_id })
      putImages(id, error ? others().toSpliced(at, 0, removed) : others())
      if (!error) return
      toast.error(t('image.removeFailed'))
    },
    forget: queue.clear,
  }
}
export type Pictures = ReturnType<typeof usePictures>
