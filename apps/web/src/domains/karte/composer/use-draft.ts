import { type Karte, type KarteDraft, type KarteImage, saveKarteDraft } from '@sukoyaka/wire/care/karte'
import { useEffect, useRef, useState } from 'react'
import type { CallError } from '../../../api/call-error.ts'
import { useFormDraft } from '../../../api/form-drafts.ts'
import { readPendingAnswers, savePendingAnswers } from '../../../api/pending-answers.ts'
import { sendOnUnload } from '../../../api/send-on-unload.ts'
import { useAppStore } from '../../../api/store.ts'
import { useListKarteDraftsQuery, useSaveKarteDraftMutation } from '../api.ts'
import { type Clash, clashOf, draftAt, joined, type Place, placeKey } from '../place.ts'

type Writing = {
  memo: string
  /** Text as last saved on the server. */
  saved: string
  version?: number
  draft_id?: number
  images: KarteImage[]
  /** `updated_at` of the note when editing began. */
  based_on?: string
}
/** Stored across a reload, because the result of the last save is unknown; `sent` lists texts the server may have saved. */
type Left = { writing: Writing; sent: string[] }
type Status = { kind: 'none' | 'saving' | 'offline' } | { kind: 'saved' | 'restored'; at: string } | { kind: 'refused'; why: string }

const aPause = 800
const again = 5_000

/**
 * Draft of a note, autosaved to the server and restored on any device. Does not save during IME composition. Saves use optimistic locking:
 * on a 409, `clash` holds both texts until the user decides.
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
  // texts sent without a response, which the server may have saved
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the server's drafts change
  useEffect(() => {
    if (!settled || own.current.hasWritten || isDirty()) return
    const draft = draftAt(settled.items, place)
    if (!draft) return set(blank)
    set({ ...blank, memo: draft.memo, saved: draft.memo, version: draft.version, draft_id: draft.id, images: draft.images })
    if (draft.memo.trim() || draft.images.length) say({ kind: 'restored', at: draft.updated_at })
    // the note changed after this draft was saved
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
    // do not repeat a text the server rejected with 4xx, on blur or unload
    if (memo === own.current.refused && !isForced) return false
    // without a session the request would get 401; the text is sent after the next sign-in
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
  /** Saves run one after the other, because each sends the version returned by the previous one. */
  const flush = (isForced = false): Promise<boolean> => {
    clearTimeout(own.current.timer)
    running.current = running.current.then(() => saveOnce(isForced))
    return running.current
  }

  const ways = useRef({ flush, isDirty })
  ways.current = { flush, isDirty }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handlers read the refs when the event fires
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
    // the state is restored into this page, so the stored copy is obsolete
    savePendingAnswers(spot, writer, undefined)
    // save what a reload or the end of a session left unsaved
    if (ways.current.isDirty()) void ways.current.flush()
    return () => {
      window.removeEventListener('pagehide', onLeave)
      window.removeEventListener('online', onOnline)
      window.removeEventListener('beforeunload', onBefore)
      document.removeEventListener('visibilitychange', onHidden)
      clearTimeout(state.timer)
      // after the request in flight, because the page can unmount before a 401 is handled
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
    /** Resolves the conflict with both texts, this one or the other; the next save uses the other's version. */
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
