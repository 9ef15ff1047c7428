import type { Karte, KarteImage } from '@sukoyaka/wire/care/karte'
import { useEffect, useRef, useState } from 'react'
import { readPendingAnswers, savePendingAnswers } from '../../../api/pending-answers.ts'
import { useAppStore } from '../../../api/store.ts'
import { useFormDraft } from '../../../ui/form/use-form-draft.ts'
import { type Conflict, type Place, placeKey } from '../place.ts'

export type Writing = {
  memo: string
  /** Text as last saved on the server. */
  saved: string
  version?: number
  draft_id?: number
  images: KarteImage[]
  /** `updated_at` of the version of the note that the text is based on. */
  based_on?: string
  /** Blocks saves until the user decides. */
  conflict?: Conflict
}
/**
 * Kept in sessionStorage during a conflict, which blocks saves, and after the note or the page was left, because the response to the last save may not be
 * received. `sent` lists texts that the server may have saved.
 */
type StoredWriting = { writing: Writing; sent: string[] }
type Status = { kind: 'none' | 'saving' | 'offline' } | { kind: 'saved' | 'restored'; at: string } | { kind: 'rejected'; reason: string }

export type WritingState = ReturnType<typeof useWriting>

/** The composer that was left last, by storage key. It retries its saves until the note is opened again; the new composer then has the text. */
const leftComposers = new Map<string, object>()

/** `hasLeft`: whether the composer was left. `isReplaced`: whether the note was opened again in another composer since. */
const useLeaving = (storageKey: string) => {
  const hasLeft = useRef(false)
  useEffect(() => {
    hasLeft.current = false
    leftComposers.delete(storageKey)
    return () => {
      hasLeft.current = true
      leftComposers.set(storageKey, hasLeft)
    }
  }, [storageKey])
  return { hasLeft: () => hasLeft.current, isReplaced: () => hasLeft.current && leftComposers.get(storageKey) !== hasLeft }
}

/** The text of a note and the state of its saves. `now` and `progress` are also current between renders, so timers and window events read them. */
export const useWriting = (place: Place, karte?: Karte) => {
  const { user_id } = place
  const store = useAppStore()
  const blank: Writing = { memo: karte?.memo ?? '', saved: karte?.memo ?? '', images: [], based_on: karte?.updated_at }
  const storageKey = `karte.${user_id}.${placeKey(place)}`
  const [writer] = useState(() => store.getState().session.me?.id)
  const [stored] = useState(() => readPendingAnswers<StoredWriting>(storageKey, writer))
  const draft = useFormDraft<Writing | undefined>(`karte_drafts/${user_id}/${placeKey(place)}`, stored?.writing)
  const { hasLeft, isReplaced } = useLeaving(storageKey)
  const latest = useRef(draft.value)
  const [status, setStatus] = useState<Status>({ kind: 'none' })
  const progress = useRef({
    composing: false,
    /** Text of the save in flight; undefined if there is none, or the draft was cleared meanwhile. */
    inFlight: undefined as string | undefined,
    /** Text the server rejected. */
    rejected: undefined as string | undefined,
    hasSaveFailed: false,
    hasWritten: false,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
  })
  // texts of saves that were not confirmed, which the server may have saved
  const sent = useRef(new Set(stored?.sent))

  const now = () => latest.current ?? blank
  const set = (next: Writing) => {
    latest.current = next
    if (!isReplaced()) draft.set(next)
  }
  const put = (change: Partial<Writing>) => set({ ...now(), ...change })
  const maySave = () => store.getState().session.me?.id === writer && !isReplaced()
  const storeWriting = () => maySave() && savePendingAnswers(storageKey, writer, { writing: now(), sent: [...sent.current] } satisfies StoredWriting)
  return {
    value: draft.value,
    blank,
    status,
    progress,
    sent,
    now,
    set,
    put,
    forget: () => isReplaced() || draft.forget(),
    setStatus,
    /** Also stores the conflict and the text in this browser tab, because a conflict blocks saves. */
    setConflict: (conflict: Conflict | undefined) => {
      put({ conflict })
      storeWriting()
    },
    isDirty: () => latest.current !== undefined && latest.current.memo !== latest.current.saved,
    /** Whether the user who began to write is still signed in, and the note was not opened again in a newer composer. */
    maySave,
    session: () => store.getState().session,
    /** Stores the text for a reload of this tab; does nothing unless `maySave`. */
    store: storeWriting,
    hasLeft,
    clearStored: () => isReplaced() || savePendingAnswers(storageKey, writer, undefined),
  }
}
