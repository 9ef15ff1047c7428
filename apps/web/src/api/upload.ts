import type { Endpoint, Input, Reply } from '@sukoyaka/wire/endpoint'
import { useRef, useState } from 'react'
import { invalidateChanges } from './api.ts'
import { buildRequest, type CallResult, type ClientEndpoint, handleCallError, headersOf, noteEvent, parseResponse } from './call.ts'
import { canRetry, failureText } from './call-error.ts'
import { idempotencyKeyOf, releaseIdempotencyKey } from './etag-cache.ts'
import type { SessionState } from './session.ts'
import { type Dispatch, type State, useAppDispatch } from './store.ts'

type Files = Record<string, readonly File[]>
type UploadResult<E extends Endpoint> = { data: Reply<E>; error?: undefined } | (Extract<CallResult, { data?: undefined }> & { data?: undefined })
/** `key`: idempotency key of a POST whose caller stores it across reloads. */
type UploadOptions = { signal: AbortSignal; onProgress: (progress: number) => void; key?: string }

/** Field names in the server's format: `a`, `a[]`, `a[b]`. */
const appendField = (form: FormData, name: string, value: unknown) => {
  if (Array.isArray(value)) for (const item of value) appendField(form, `${name}[]`, item)
  else if (typeof value === 'object' && value !== null) for (const [key, item] of Object.entries(value)) appendField(form, `${name}[${key}]`, item)
  else if (value !== null) form.append(name, String(value))
}

/** Longer than the server takes for large files, and than a slow connection takes for what the browser has already counted as sent. */
const stallMs = 60_000

/** Sends with XMLHttpRequest, because fetch has no upload progress. An upload without progress for `stallMs` fails like one that lost its connection. */
const sendForm = (endpoint: ClientEndpoint, url: string, headers: Headers, form: FormData, { signal, onProgress }: UploadOptions) =>
  new Promise<Response | 'FETCH_ERROR' | 'ABORTED'>((resolve) => {
    const xhr = new XMLHttpRequest()
    xhr.open(endpoint.method, url)
    headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value)
    })
    const end = (outcome: Response | 'FETCH_ERROR' | 'ABORTED') => {
      clearTimeout(stall)
      resolve(outcome)
    }
    const onStall = () => {
      resolve('FETCH_ERROR')
      xhr.abort()
    }
    let stall = setTimeout(onStall, stallMs)
    xhr.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      clearTimeout(stall)
      stall = setTimeout(onStall, stallMs)
      if (lengthComputable) onProgress(loaded / total)
    }
    xhr.onload = () => {
      noteEvent(endpoint, xhr.getResponseHeader('x-newest-event'))
      const retryAfter = xhr.getResponseHeader('retry-after')
      end(new Response(xhr.responseText, { status: xhr.status, statusText: xhr.statusText, headers: retryAfter ? { 'retry-after': retryAfter } : {} }))
    }
    xhr.onerror = () => end('FETCH_ERROR')
    xhr.onabort = () => end('ABORTED')
    signal.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(form)
  })

/** Upload with progress. Not retried automatically because of its size; a manual retry keeps the idempotency key while the outcome is unknown. */
export const upload =
  (endpoint: ClientEndpoint, input: object, files: Files, options: UploadOptions) =>
  async (dispatch: Dispatch, getState: () => State): Promise<CallResult> => {
    const { session } = getState() as { session?: SessionState }
    const { url, body = '{}' } = buildRequest(endpoint, input)
    const form = new FormData()
    for (const [name, value] of Object.entries(JSON.parse(body) as object)) appendField(form, name, value)
    for (const [name, list] of Object.entries(files)) {
      for (const file of list) form.append(name, file, file.name)
      // the server reads an empty text as a list without files
      if (!list.length) form.append(name, '')
    }
    const headers = headersOf({}, session)
    const list = Object.values(files).flat()
    const callKey = `${url} ${body} ${list.map(({ name, size, lastModified }) => `${name} ${size} ${lastModified}`).join()}`
    if (endpoint.method === 'POST') headers.set('idempotency-key', options.key ?? idempotencyKeyOf(callKey))
    const response = await sendForm(endpoint, url, headers, form, options)
    const result: CallResult =
      response === 'FETCH_ERROR'
        ? { error: { status: response, error: failureText('FETCH_ERROR') } }
        : response === 'ABORTED'
          ? { error: { status: response, error: 'request aborted' } }
          : await parseResponse(response)
    if (result.error === undefined || !(canRetry(result.error) || result.error.status === 'ABORTED')) releaseIdempotencyKey(callKey)
    if (result.error) handleCallError({ endpoint }, result.error, session, { getState, dispatch })
    // the server may have saved an aborted upload
    if (!result.error || result.error.status === 'ABORTED') dispatch(invalidateChanges(endpoint))
    return result
  }

/** Uploads files with progress from 0 to 1; undefined when idle. */
export const useUpload = <E extends Endpoint>(endpoint: E) => {
  const dispatch = useAppDispatch()
  const [progress, setProgress] = useState<number>()
  const controller = useRef<AbortController>(undefined)
  const send = async (input: Input<E>, files: Files) => {
    controller.current = new AbortController()
    setProgress(0)
    const result = await dispatch(upload(endpoint, input as object, files, { signal: controller.current.signal, onProgress: setProgress }))
    setProgress(undefined)
    return result as UploadResult<E>
  }
  return { send, progress, cancel: () => controller.current?.abort() }
}
