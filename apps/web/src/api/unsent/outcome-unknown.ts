import { type CallError, canRetry } from '../call-error.ts'

/** Whether the server may have carried out the call: there is no response of it yet. The call can be sent again with its idempotency key. */
export const isOutcomeUnknown = (error: CallError) => (error.code === undefined || error.code === 'call_in_progress') && canRetry(error)
