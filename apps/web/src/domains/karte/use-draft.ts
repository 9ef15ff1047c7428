import { type Karte, type KarteDraft, type KarteImage, saveKarteDraft } from '@sukoyaka/wire/care/karte'
import { useEffect, useRef, useState } from 'react'
import type { CallError } from '../../api/call-error.ts'
import { useFormDraft } from '../../api/form-drafts.ts'
import { readPendingAnswers, savePendingAnswers } from '../../api/pending-answers.ts'
import { sendOnUnload } from '../../api/send-on-unload.ts'
import { useAppStore } from '../../api/store.ts'
import { useListKarteDraftsQuery, useSaveKarteDraftMutation } from './api.ts'
import { type Clash, clashOf, draftAt, joined, type Place, placeKey } from './place.ts'

type Writing = {
  memo: string
  /** What the server holds of it. */
  saved: string
  version?: number
  draft_id?: number
  images: KarteImage[]
  /** The note that is rewritten, as it was read. */
  based_on?: string
}
/** What a page that is loaded anew takes along, for nobody knows whether its last word was heard; `sent` may be kept by now. */
type Left = { writing: Writing; sent: string[] }
type Status = { kind: 'none' | 'saving' | 'offline' } | { kind: 'saved' | 'restored'; at: string } | { kind: 'refused'; why: string }

const aPause = 800
const again = 5_000

/**
 * What is being written at a place: on the server as one types, given back on any device. Half-converted text is not saved. Of two
 * windows that write at once neither overwrites the other: `clash` holds both texts until somebody decides.
 */
export const useDraft = (place: Place, karte?: Karte) => {
  const { user_id } = place
  const store = useAppStore()
  const asked = useListKarteDraftsQuery({ user_id }, { refetchOnMountOrArgChange: true })
  const [save] = useSaveKarteDraftMutation()
  const blank: Writing = { memo: karte?.memo ?? '', saved: karte?.memo ?? '', images: [], based_on: karte?.updated_at }
  const spot = `karte.${user_id}.${placeKey(place)}`
  const [writer] = useState(() => store.getState().session.me?.id)
  const [left] = useState(() => readPendingAnswers<Left>(spot, writer))
  const unsaved = useFormDraft<Writing | undefined>(`karte_drafts/${user_id}/${placeKey(place)}`, left?.writing)
  const held = useRef(unsaved.value)
  const [status, setStatus] = useState<Status>({ kind: 'none' })
  const [clash, setClash] = useState<Clash>()
  const own = useRef({
    clash,
    status: 'none' as Status['kind'],
    composing: false,
    flying: undefined as string | undefined,
    refused: undefined as string | undefined,
    isTroubled: false,
    hasWritten: false,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
  })
  const running = useRef<Promise<boolean>>(Promise.resolve(true))
  // what was sent and perhaps kept although no answer came
  const sent = useRef(new Set(left?.sent))

  const set = (next: Writing) => {
    held.current = next
    unsaved.set(next)
  }
  const put = (change: Partial<Writing>) => set({ ...(held.current ?? blank), ...change })
  const say = (next: Status) => {
    own.current.status = next.kind
    setStatus(next)
  }
  const raise = (next: Clash | undefined) => {
    own.current.clash = next
    setClash(next)
  }
  const isTheirs = () => store.getState().session.me?.id === writer
  const isDirty = () => held.current !== undefined && held.current.memo !== held.current.saved

  const settled = asked.isFetching ? undefined : asked.currentData
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the server says makes it look again
  useEffect(() => {
    if (!settled || own.current.hasWritten || isDirty()) return
    const draft = draftAt(settled.items, place)
    if (!draft) return set(blank)
    set({ ...blank, memo: draft.memo, saved: draft.memo, version: draft.version, draft_id: draft.id, images: draft.images })
    if (draft.memo.trim() || draft.images.length) say({ kind: 'restored', at: draft.updated_at })
    // rewritten meanwhile by somebody else, who did not know of this
    if (karte && karte.updated_at > draft.updated_at && karte.memo !== draft.memo) raise({ kind: 'karte', theirs: karte.memo, at: karte.updated_at })
  }, [settled])

  const later = (ms = aPause) => {
    clearTimeout(own.current.timer)
    own.current.timer = setTimeout(() => void flush(), ms)
  }

  const saveOnce = async (isForced: boolean): Promise<boolean> => {
    const { memo, saved, version } = held.current ?? blank
    if (own.current.clash) return false
    if (memo === saved && !isForced) return true
    // the same words would only be refused again, whoever asks: a blur, a page that closes as the session ends
    if (memo === own.current.refused && !isForced) return false
    // a session that ends breaks off what is on its way: without one it would only be refused, and whoever comes back sends it
    if (!isTheirs()) return false
    own.current.hasWritten = true
    say({ kind: 'saving' })
    own.current.flying = memo
    const { data, error } = await save({ ...place, memo, version })
    own.current.flying = undefined
    own.current.isTroubled = !data
    if (data) {
      sent.current.clear()
      savePendingAnswers(spot, writer, undefined)
      put({ saved: memo, version: data.version, draft_id: data.id })
      say({ kind: 'saved', at: data.updated_at })
      if (isDirty() && !own.current.composing) later()
      return true
    }
    const { status: code, versions, error: why } = error as CallError
    if (code === 409 && versions) {
      const theirs = versions.saved as KarteDraft | null
      if (theirs && sent.current.has(theirs.memo)) {
        put({ saved: theirs.memo, version: theirs.version, draft_id: theirs.id })
        return saveOnce(isForced)
      }
      raise(clashOf(theirs))
      say({ kind: 'none' })
    } else if (typeof code === 'number' && code >= 400 && code < 500) {
      if (code !== 408 && code !== 429) own.current.refused = memo
      say({ kind: 'refused', why })
    } else {
      sent.current.add(memo)
      say({ kind: 'offline' })
      if (isTheirs()) later(again)
    }
    return false
  }
  /** One after the other: the version of one save is what the next one names. */
  const flush = (isForced = false): Promise<boolean> => {
    clearTimeout(own.current.timer)
    running.current = running.current.then(() => saveOnce(isForced))
    return running.current
  }

  const ways = useRef({ flush, isDirty })
  ways.current = { flush, isDirty }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is left behind is asked when it happens
  useEffect(() => {
    const state = own.current
    const onLeave = () => {
      const { memo, version } = held.current ?? blank
      if (!ways.current.isDirty() || state.clash) return
      if (state.flying !== undefined) sent.current.add(state.flying)
      sent.current.add(memo)
      savePendingAnswers(spot, writer, { writing: held.current ?? blank, sent: [...sent.current] } satisfies Left)
      if (memo !== state.refused) sendOnUnload(saveKarteDraft, { ...place, memo, version }, store.getState().session)
    }
    const onHidden = () => document.visibilityState === 'hidden' && ways.current.isDirty() && !state.composing && void ways.current.flush()
    const onOnline = () => ways.current.isDirty() && void ways.current.flush()
    const onBefore = (event: BeforeUnloadEvent) => state.isTroubled && ways.current.isDirty() && event.preventDefault()
    window.addEventListener('pagehide', onLeave)
    window.addEventListener('online', onOnline)
    window.addEventListener('beforeunload', onBefore)
    document.addEventListener('visibilitychange', onHidden)
    // held by this page again
    savePendingAnswers(spot, writer, undefined)
    // what a session that ended, or a reload, left behind
    if (ways.current.isDirty()) void ways.current.flush()
    return () => {
      window.removeEventListener('pagehide', onLeave)
      window.removeEventListener('online', onOnline)
      window.removeEventListener('beforeunload', onBefore)
      document.removeEventListener('visibilitychange', onHidden)
      clearTimeout(state.timer)
      // once what is on its way is answered: a session that ends closes the page before its refusal is read here
      void running.current.then(() => ways.current.isDirty() && ways.current.flush())
    }
  }, [])

  return {
    writing: unsaved.value ?? blank,
    isReady: unsaved.value !== undefined,
    failed: asked.isError && !asked.currentData && !asked.isFetching,
    retry: () => void asked.refetch(),
    status,
    clash,
    raise,
    now: () => held.current ?? blank,
    put,
    flush,
    write: (memo: string) => {
      put({ memo })
      own.current.hasWritten = true
      if (!own.current.composing && !own.current.clash) later()
    },
    compose: (is: boolean) => {
      own.current.composing = is
      if (is) clearTimeout(own.current.timer)
      else if (isDirty()) later()
    },
    /** Both, this window’s or the other one’s text; the other’s version is what the next save names. */
    decide: (choice: 'both' | 'mine' | 'theirs') => {
      const { memo, based_on } = held.current ?? blank
      if (!clash) return
      const text = choice === 'both' ? joined(memo, clash.theirs) : choice === 'mine' ? memo : clash.theirs
      const draft =
        clash.kind === 'karte'
          ? {}
          : { version: clash.draft?.version, draft_id: clash.draft?.id, images: clash.draft?.images ?? [], saved: clash.draft?.memo ?? '' }
      put({ ...draft, memo: text, based_on: clash.kind === 'karte' ? clash.at : based_on })
      raise(undefined)
      void flush()
    },
    clear: () => {
      clearTimeout(own.current.timer)
      sent.current.clear()
      own.current.hasWritten = true
      set({ memo: karte?.memo ?? '', saved: karte?.memo ?? '', images: [] })
      unsaved.forget()
      savePendingAnswers(spot, writer, undefined)
      say({ kind: 'none' })
    },
  }
}
export type Draft = ReturnType<typeof useDraft>
