import { addKarteDraftImages, type KarteImage, maxImagesPerKarte } from '@sukoyaka/wire/care/karte'
import { imageTypes, maxBytes } from '@sukoyaka/wire/endpoint'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUpload } from '../../../api/upload.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { useRemoveKarteDraftImageMutation } from '../api.ts'
import type { Draft } from './use-draft.ts'

export type Pending = { key: number; file: File; state: 'waiting' | 'sending' | 'failed'; reason?: string }

let lastKey = 0

/** Images of the draft. They are uploaded while the note is written, one after the other, so that they appear on other devices. */
export const usePictures = (draft: Draft) => {
  const { t } = useTranslation('karte')
  const { send, progress } = useUpload(addKarteDraftImages)
  const [pending, setPending] = useState<Pending[]>([])
  const busy = useRef(false)
  const [remove] = useRemoveKarteDraftImageMutation()
  const change = (key: number, next: Partial<Pending> | undefined) =>
    setPending((all) => (next ? all.map((item) => (item.key === key ? { ...item, ...next } : item)) : all.filter((item) => item.key !== key)))

  /** Shows the images of the draft `id`, unless it has become a note or was discarded meanwhile. */
  const putImages = (id: number, images: KarteImage[]) => draft.now().draft_id === id && draft.put({ images })
  const sendOne = async ({ key, file }: Pending) => {
    change(key, { state: 'sending' })
    if (!draft.now().draft_id) await draft.flush(true)
    const { draft_id: id } = draft.now()
    if (!id) return change(key, { state: 'failed', reason: t('draft.rejected') })
    const { data, error } = await send({ id }, { 'images[]': [file] })
    if (!data) return change(key, { state: 'failed', reason: Object.values(error?.fields ?? {}).flat()[0] ?? error?.error })
    putImages(id, data.images)
    change(key, undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the queue changes
  useEffect(() => {
    const next = pending.find(({ state }) => state === 'waiting')
    if (!next || busy.current) return
    busy.current = true
    void sendOne(next).finally(() => {
      busy.current = false
      setPending((all) => [...all])
    })
  }, [pending])

  return {
    pending,
    share: progress,
    isSending: pending.some(({ state }) => state !== 'failed'),
    add: (files: readonly File[]) => {
      const images = files.filter(({ type }) => imageTypes.includes(type))
      if (images.length < files.length) toast.error(t('image.noImage'))
      const pictures = images.filter(({ size }) => size <= maxBytes.image)
      if (pictures.length < images.length) toast.error(t('image.tooLarge', { max: maxBytes.image / 1_000_000 }))
      const room = maxImagesPerKarte - draft.now().images.length - pending.length
      if (pictures.length > room) toast.error(t('image.tooMany', { max: maxImagesPerKarte }))
      const added = pictures.slice(0, Math.max(0, room)).map((file): Pending => ({ key: ++lastKey, file, state: 'waiting' }))
      if (added.length) setPending((all) => [...all, ...added])
    },
    retry: (key: number) => change(key, { state: 'waiting', reason: undefined }),
    drop: (key: number) => change(key, undefined),
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
    forget: () => setPending([]),
  }
}
export type Pictures = ReturnType<typeof usePictures>
