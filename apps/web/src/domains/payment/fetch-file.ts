import type { Endpoint, Input } from '@sukoyaka/wire/endpoint'
import { buildRequest, handleCallError, headersOf } from '../../api/call.ts'
import { type CallError, failureText, toCallError } from '../../api/call-error.ts'
import type { SessionState } from '../../api/session.ts'
import type { Dispatch, State } from '../../api/store.ts'

type FileResult = { data: Blob; error?: undefined } | { data?: undefined; error: CallError }

/** Fetches what an endpoint returns as a file, such as a PDF. */
export const fetchFile =
  <E extends Endpoint & { method: 'GET' }>(endpoint: E, input: Input<E>) =>
  async (dispatch: Dispatch, getState: () => State): Promise<FileResult> => {
    const { session } = getState() as { session?: SessionState }
    const headers = headersOf({}, session)
    headers.set('accept', `${endpoint.media ?? '*/*'}, application/json`)
    const response = await fetch(buildRequest(endpoint, input as object).url, { headers }).catch(() => undefined)
    if (response?.ok) return { data: await response.blob() }
    if (!response) return { error: { status: 'FETCH_ERROR', error: failureText('FETCH_ERROR') } }
    const text = await response.text()
    const body = text.startsWith('{') ? (JSON.parse(text) as unknown) : undefined
    const error = toCallError(response, body, text)
    handleCallError({ endpoint }, error, session, { getState, dispatch })
    return { error }
  }
