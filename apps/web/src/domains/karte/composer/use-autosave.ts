import { type KarteDraft, saveKarteDraft } from '@sukoyaka/wire/care/karte'
import { useEffect, useRef } from 'react'
import type { CallError } from '../../../api/call-error.ts'
import { sendOnUnload } from '../../../api/send-on-unload.ts'
import { useSaveKarteDraftMutation } from '../api.ts'
import { conflictOf, type Place } from '../place.ts'
import type { WritingState } from './use-writing.ts'

export const autosaveDelayMs = 800
export const retryDelayMs = 5_000

export type Autosave = ReturnType<typeof useAutosave>

/**
 * Saves the text after a pause in typing; during a conflict, stores it only in this browser tab. Saves run one after the other, because each sends the
 * version that the previous save returned.
 */
export const useAutosave = (place: Place, writing: WritingState) => {
  const [save] = useSaveKarteDraftMutation()
  const running = useRef<Promise<boolean>>(Promise.resolve(true))
  const { progress, sent, now, put, setStatus, setConflict, isDirty, maySave } = writing

  const scheduleSave = (ms = autosaveDelayMs) => {
    clearTimeout(progress.current.timer)
    progress.current.timer = setTimeout(() => void flush(), ms)
  }
  const onSaved = (memo: string, data: KarteDraft) => {
    sent.current.clear()
    put({ saved: memo, version: data.version, draft_id: data.id })
    // the text that was added before the note was left still has to survive a reload
    if (writing.hasLeft() && isDirty()) writing.store()
    else writing.clearStored()
    setStatus({ kind: 'saved', at: data.updated_at })
    if (isDirty() && !progress.current.composing) scheduleSave()
  }
  const onFailure = (memo: string, { status: code, error: message }: CallError) => {
    if (typeof code === 'number' && code >= 400 && code < 500) {
      if (code !== 408 && code !== 429) progress.current.rejected = memo
      return setStatus({ kind: 'rejected', reason: message })
    }
    sent.current.add(memo)
    setStatus({ kind: 'offline' })
    if (maySave()) scheduleSave(retryDelayMs)
  }
  const saveOnce = async (isForced: boolean): Promise<boolean> => {
    const { memo, saved, version, based_on: karte_updated_at, conflict } = now()
    if (conflict) {
      writing.store()
      return false
    }
    if (memo === saved && !isForced) return true
    // a text that the server rejected is sent again only if forced
    if (memo === progress.current.rejected && !isForced) return false
    // without the writer's session, the text is sent after their next sign-in; if the note was opened again, the newer composer saves it
    if (!maySave()) return false
    progress.current.hasWritten = true
    setStatus({ kind: 'saving' })
    progress.current.inFlight = memo
    const { data, error } = await save({ ...place, karte_updated_at, memo, version })
    // cleared meanwhile: the reply is about a draft that was discarded or became a note
    if (progress.current.inFlight === undefined) return true
    progress.current.inFlight = undefined
    progress.current.hasSaveFailed = !data
    if (data) {
      onSaved(memo, data)
      return true
    }
    const { status: code, versions } = error as CallError
    if (code === 409 && versions) {
      const theirs = versions.saved as KarteDraft | null
      if (theirs && sent.current.has(theirs.memo)) {
        put({ saved: theirs.memo, version: theirs.version, draft_id: theirs.id })
        return saveOnce(isForced)
      }
      setConflict(conflictOf(theirs))
      setStatus({ kind: 'none' })
    } else onFailure(memo, error as CallError)
    return false
  }
  const flush = (isForced = false): Promise<boolean> => {
    clearTimeout(progress.current.timer)
    running.current = running.current.then(() => saveOnce(isForced))
    return running.current
  }
  return { scheduleSave, flush, running }
}

/** Saves unsaved text on mount, when the window is hidden, left or online again, and after unmounting. Leaving also stores it for a reload. */
export const useSaveOnLeave = (place: Place, writing: WritingState, { flush, running }: Autosave) => {
  const { progress, sent, now, isDirty } = writing
  const latest = useRef({ flush, isDirty })
  latest.current = { flush, isDirty }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handlers read the refs when the event fires
  useEffect(() => {
    const state = progress.current
    /** Stores the text. Without a conflict, this text and the text of a save in flight count as sent, because their responses may not be received. */
    const storeUnsaved = () => {
      const { memo, conflict } = now()
      if (!conflict && state.inFlight !== undefined) sent.current.add(state.inFlight)
      if (!conflict) sent.current.add(memo)
      writing.store()
    }
    const onPageHide = () => {
      const { memo, version, based_on: karte_updated_at, conflict } = now()
      if (!latest.current.isDirty()) return
      storeUnsaved()
      if (conflict) return
      if (memo !== state.rejected) sendOnUnload(saveKarteDraft, { ...place, karte_updated_at, memo, version }, writing.session())
    }
    const onHidden = () => document.visibilityState === 'hidden' && latest.current.isDirty() && !state.composing && void latest.current.flush()
    const onOnline = () => latest.current.isDirty() && void latest.current.flush()
    const onBeforeUnload = (event: BeforeUnloadEvent) => (state.hasSaveFailed || now().conflict) && latest.current.isDirty() && event.preventDefault()
    window.addEventListener('pagehide', onPageHide)
    window.addEventListener('online', onOnline)
    window.addEventListener('beforeunload', onBeforeUnload)
    document.addEventListener('visibilitychange', onHidden)
    // the state is restored into this page, so the stored copy is obsolete
    writing.clearStored()
    // save what is still unsaved, for example after a reload or the end of a session
    if (latest.current.isDirty()) void latest.current.flush()
    return () => {
      window.removeEventListener('pagehide', onPageHide)
      window.removeEventListener('online', onOnline)
      window.removeEventListener('beforeunload', onBeforeUnload)
      document.removeEventListener('visibilitychange', onHidden)
      clearTimeout(state.timer)
      // the next composer of this note may be opened before the response
      if (latest.current.isDirty() || state.inFlight !== undefined) storeUnsaved()
      // save after the request in flight, because the page can unmount before a 401 is handled
      void running.current.then(() => latest.current.isDirty() && latest.current.flush())
    }
  }, [])
}
