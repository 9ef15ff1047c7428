import type { CallError } from '../../api/call-error.ts'
import { toast } from '../overlay/toast.ts'

export type SendRequest = () => PromiseLike<{ error?: unknown }>
export type SaveMessages = { done: string; failed: string; text?: string }
type SaveOptions = {
  onUndo?: () => void
  /** Reopens the form with the typed text, because retrying a rejected request fails again. */
  onRejected?: (error: CallError) => void
  onSaved?: () => void
  onFailed?: (error: CallError) => void
}

const isClientError = ({ status }: CallError) => typeof status === 'number' && status >= 400 && status < 500

/** Reports the result of `request` in a toast. `send` repeats the request if the user retries. */
export const reportResult = async (request: ReturnType<SendRequest>, send: SendRequest, messages: SaveMessages, options: SaveOptions = {}): Promise<void> => {
  const error = (await request).error as CallError | undefined
  if (!error) {
    options.onSaved?.()
    toast.success(messages.done, { text: messages.text, onUndo: options.onUndo })
    return
  }
  options.onFailed?.(error)
  const { onRejected } = options
  const retry = () => {
    if (isClientError(error) && onRejected) return () => onRejected(error)
    // the version that was sent stays outdated
    return error.code === 'conflict' ? undefined : () => void save(send, messages, options)
  }
  const reason = error.fields ? Object.values(error.fields).flat().join(' ') || error.error : error.error
  toast.error(messages.failed, { text: reason, onRetry: retry() })
}

/** Sends a change and reports the result in a toast. */
export const save = (send: SendRequest, messages: SaveMessages, options?: SaveOptions) => reportResult(send(), send, messages, options)
