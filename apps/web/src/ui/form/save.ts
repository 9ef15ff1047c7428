import type { CallError } from '../../api/call-error.ts'
import { toast } from '../overlay/toast.ts'

export type Sending = () => Promise<{ error?: unknown }>
export type Words = { done: string; failed: string; text?: string }
type Ways = {
  onUndo?: () => void
  /** Reopens the form with the typed text, because retrying a rejected request fails again. */
  onRefused?: () => void
  onSaved?: () => void
  onFailed?: () => void
}

const isRefused = ({ status }: CallError) => typeof status === 'number' && status >= 400 && status < 500

/** Sends an optimistic change and reports the result in a toast. */
export const save = async (send: Sending, words: Words, ways: Ways = {}): Promise<void> => {
  const error = (await send()).error as CallError | undefined
  if (!error) {
    ways.onSaved?.()
    toast.success(words.done, { text: words.text, onUndo: ways.onUndo })
    return
  }
  ways.onFailed?.()
  const why = error.fields ? Object.values(error.fields).flat().join(' ') || error.error : error.error
  toast.error(words.failed, { text: why, onRetry: isRefused(error) && ways.onRefused ? ways.onRefused : () => void save(send, words, ways) })
}
