import type { Karte } from '@sukoyaka/wire/care/karte'
import { useEffect } from 'react'
import { useListKarteDraftsQuery } from '../api.ts'
import { type Conflict, draftAt, joined, type Place } from '../place.ts'
import { useAutosave, useSaveOnLeave } from './use-autosave.ts'
import { useWriting } from './use-writing.ts'

/**
 * Draft of a note, autosaved to the server and restored on any device. Typing schedules no save during IME composition. Saves use optimistic locking:
 * `conflict` holds the other text until the user decides.
 */
export const useDraft = (place: Place, karte?: Karte) => {
  const drafts = useListKarteDraftsQuery({ user_id: place.user_id }, { refetchOnMountOrArgChange: true })
  const writing = useWriting(place, karte)
  const { blank, progress, now, set, put, setStatus, setConflict, isDirty } = writing
  const autosave = useAutosave(place, writing)
  const { flush, scheduleSave } = autosave

  const loaded = drafts.isFetching ? undefined : drafts.currentData
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the server's drafts change
  useEffect(() => {
    if (!loaded || progress.current.hasWritten || isDirty()) return
    const draft = draftAt(loaded.items, place)
    if (!draft) return set(blank)
    // a draft with the text of the note, such as one with pictures only, cannot contradict a newer version
    const based_on = karte?.memo === draft.memo ? blank.based_on : (draft.karte_updated_at ?? blank.based_on)
    set({ ...blank, memo: draft.memo, saved: draft.memo, version: draft.version, draft_id: draft.id, images: draft.images, based_on })
    if (draft.memo.trim() || draft.images.length) setStatus({ kind: 'restored', at: draft.updated_at })
    // the note changed since the version that this draft is based on
    if (karte && karte.updated_at > (draft.karte_updated_at ?? draft.updated_at) && karte.memo !== draft.memo)
      setConflict({ kind: 'karte', theirs: karte.memo, at: karte.updated_at })
  }, [loaded])
  useSaveOnLeave(place, writing, autosave)

  return {
    writing: writing.value ?? blank,
    isReady: writing.value !== undefined,
    drafts,
    status: writing.status,
    conflict: writing.value?.conflict,
    raiseConflict: (conflict: Conflict) => {
      progress.current.hasWritten = true
      setConflict(conflict)
    },
    now,
    put,
    maySave: writing.maySave,
    flush,
    write: (memo: string) => {
      put({ memo })
      progress.current.hasWritten = true
      if (!progress.current.composing) scheduleSave()
    },
    compose: (isComposing: boolean) => {
      progress.current.composing = isComposing
      if (isComposing) clearTimeout(progress.current.timer)
      else if (isDirty()) scheduleSave()
    },
    /** Resolves the conflict with both texts, one's own (`mine`) or the other (`theirs`). Later saves are based on the version of the other text. */
    decide: (choice: 'both' | 'mine' | 'theirs') => {
      const { memo, based_on, conflict } = now()
      if (!conflict) return
      const text = choice === 'both' ? joined(memo, conflict.theirs) : choice === 'mine' ? memo : conflict.theirs
      const isOfNote = conflict.kind === 'karte'
      const base = isOfNote ? conflict.at : choice === 'theirs' ? (conflict.draft?.karte_updated_at ?? based_on) : based_on
      const draft = isOfNote
        ? {}
        : { version: conflict.draft?.version, draft_id: conflict.draft?.id, images: conflict.draft?.images ?? [], saved: conflict.draft?.memo ?? '' }
      put({ ...draft, memo: text, based_on: base })
      setConflict(undefined)
      // saved even if the text is the same, because the draft is based on the newer version of the note now
      void flush(isOfNote)
    },
    clear: () => {
      clearTimeout(progress.current.timer)
      progress.current.inFlight = undefined
      writing.sent.current.clear()
      progress.current.hasWritten = true
      set(blank)
      writing.forget()
      writing.clearStored()
      setStatus({ kind: 'none' })
    },
  }
}
export type Draft = ReturnType<typeof useDraft>
