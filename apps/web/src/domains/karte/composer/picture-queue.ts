import type { KarteDraft } from '@sukoyaka/wire/care/karte'
import { formDraftOf, saveFormDraft } from '../../../api/form-drafts.ts'
import { makeObservable } from '../../../ui/page/observable.ts'
import { pageNow } from '../../../ui/page/page-now.ts'
import { type Place, placeKey } from '../place.ts'

export type Pending = { key: number; file: File; state: 'waiting' | 'sending' | 'failed'; reason?: string | undefined }
type Sent = { draft: KarteDraft } | { reason: string | undefined }
/** The composer that opened the draft last, also after it was closed. */
type Uploader = {
  /** False once the writer is signed out. */
  maySend: () => boolean
  send: (file: File) => Promise<Sent>
  onSent: (draft: KarteDraft) => void
  onFailed: (name: string) => void
}

export type PictureQueue = ReturnType<typeof makeQueue>

let lastKey = 0

/** Images that are not uploaded yet. They are uploaded one after the other, also after the composer was closed. */
const makeQueue = (isStored: (queue: object) => boolean) => {
  const pending = makeObservable<readonly Pending[]>([])
  let uploader: Uploader | undefined
  let isOpen = false
  let isRunning = false
  const askBeforeUnload = (event: BeforeUnloadEvent) => isStored(queue) && event.preventDefault()
  const set = (next: readonly Pending[]) => {
    pending.set(next)
    if (next.length) addEventListener('beforeunload', askBeforeUnload)
    else removeEventListener('beforeunload', askBeforeUnload)
  }
  const change = (key: number, next: Partial<Pending> | undefined) =>
    set(pending.read().flatMap((item) => (item.key !== key ? [item] : next ? [{ ...item, ...next }] : [])))
  const sendOne = async ({ key, file }: Pending, by: Uploader) => {
    change(key, { state: 'sending' })
    const sent = await by.send(file)
    if ('draft' in sent) {
      uploader?.onSent(sent.draft)
      return change(key, undefined)
    }
    // the draft was opened again or the session ended meanwhile: the new composer, or the next one, sends the image
    if (by !== uploader || !by.maySend()) return change(key, { state: 'waiting' })
    change(key, { state: 'failed', reason: sent.reason })
    if (!isOpen) by.onFailed(file.name)
  }
  const run = async () => {
    if (isRunning) return
    isRunning = true
    for (;;) {
      const next = pending.read().find(({ state }) => state === 'waiting')
      if (!next || !uploader?.maySend()) break
      await sendOne(next, uploader)
    }
    isRunning = false
  }
  const queue = {
    pending,
    /** The composer sends the images from now on. Returns a function that notes that it was closed. */
    open: (by: Uploader) => {
      uploader = by
      isOpen = true
      void run()
      return () => {
        if (uploader === by) isOpen = false
      }
    },
    add: (files: readonly File[]) => {
      set([...pending.read(), ...files.map((file): Pending => ({ key: ++lastKey, file, state: 'waiting' }))])
      void run()
    },
    retry: (key: number) => {
      change(key, { state: 'waiting', reason: undefined })
      void run()
    },
    drop: (key: number) => change(key, undefined),
    clear: () => set([]),
  }
  return queue
}

/** The queue of the writer's draft for this place, which survives closing its composer. */
export const pictureQueueOf = (writer: number | undefined, place: Place): PictureQueue => {
  const formKey = `karte_pictures/${place.user_id}/${placeKey(place)}`
  const stored = () => formDraftOf(writer, formKey) as PictureQueue | undefined
  const existing = stored()
  if (existing) return existing
  const made = makeQueue((queue) => stored() === queue)
  saveFormDraft(writer, formKey, made, pageNow())
  return made
}
