import type { Endpoint, Input, Reply } from '@sukoyaka/wire/endpoint'
import { useRef, useState } from 'react'
import { api } from './api.ts'
import { type Answer, type Called, headersOf, readAnswer, request, tell } from './call.ts'
import { failureText, mayRetry } from './call-error.ts'
import { keyOf, settle } from './etag-cache.ts'
import type { SessionState } from './session.ts'
import { type Dispatch, type State, useAppDispatch } from './store.ts'

type Files = Record<string, readonly File[]>
type Sent<E extends Endpoint> = { data: Reply<E>; error?: undefined } | (Extract<Answer, { data?: undefined }> & { data?: undefined })
/** `key`: idempotency key of a POST whose caller stores it across reloads. */
type Watching = { signal: AbortSignal; onSent: (share: number) => void; key?: string }

/** Field names in the server's format: `a`, `a[]`, `a[b]`. */
const appendTo = (form: FormData, name: string, value: unknown) => {
  if (Array.isArray(value)) for (const item of value) appendTo(form, `${name}[]`, item)
  else if (typeof value === 'object' && value !== null) for (const [key, item] of Object.entries(value)) appendTo(form, `${name}[${key}]`, item)
  else if (value !== null) form.append(name, String(value))
}

/** XMLHttpRequest, because fetch has no upload progress. */
const post = (method: string, url: string, headers: Headers, form: FormData, { signal, onSent }: Watching) =>
  new Promise<Response | 'FETCH_ERROR' | 'ABORTED'>((resolve) => {
    const call = new XMLHttpRequest()
    call.open(method, url)
    headers.forEach((value, name) => {
      call.setRequestHeader(name, value)
    })
    call.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onSent(loaded / total)
    call.onload = () => {
      const wait = call.getResponseHeader('retry-after')
      resolve(new Response(call.responseText, { status: call.status, statusText: call.statusText, headers: wait ? { 'retry-after': wait } : {} }))
    }
    call.onerror = () => resolve('FETCH_ERROR')
    call.onabort = () => resolve('ABORTED')
    signal.addEventListener('abort', () => call.abort(), { once: true })
    call.send(form)
  })

/** Upload with progress. Not retried automatically because of its size; a manual retry keeps the idempotency key while the outcome is unknown. */
export const upload =
  (endpoint: Called, input: object, files: Files, watching: Watching) =>
  async (dispatch: Dispatch, getState: () => State): Promise<Answer> => {
    const { session } = getState() as { session?: SessionState }
    const { url, body = '{}' } = request(endpoint, input)
    const form = new FormData()
    for (const [name, value] of Object.entries(JSON.parse(body) as object)) appendTo(form, name, value)
    for (const [name, list] of Object.entries(files)) {
      for (const file of list) form.append(name, file, file.name)
      // an empty entry means no files are added or removed
      if (!list.length) form.append(name, '')
    }
    const headers = headersOf({}, session)
    const list = Object.values(files).flat()
    const what = `${url} ${body} ${list.map(({ name, size, lastModified }) => `${name} ${size} ${lastModified}`).join()}`
    if (endpoint.method === 'POST') headers.set('idempotency-key', watching.key ?? keyOf(what))
    const made = await post(endpoint.method, url, headers, form, watching)
    const answer: Answer =
      made === 'FETCH_ERROR'
        ? { error: { status: made, error: failureText('FETCH_ERROR') } }
        : made === 'ABORTED'
          ? { error: { status: made, error: 'request aborted' } }
          : await readAnswer(made)
    if (answer.error === undefined || !(mayRetry(answer.error) || answer.error.status === 'ABORTED')) settle(what)
    if (answer.error) tell({ endpoint }, answer.error, session, { getState, dispatch })
    // the server may have saved an aborted upload
    if (!answer.error || answer.error.status === 'ABORTED') dispatch(api.util.invalidateTags([...(endpoint.changes ?? [])]))
    return answer
  }

/** Uploads files with progress from 0 to 1; undefined when idle. */
export const useUpload = <E extends Endpoint>(endpoint: E) => {
  const dispatch = useAppDispatch()
  const [share, setShare] = useState<number>()
  const stopping = useRef<AbortController>(undefined)
  const send = async (input: Input<E>, files: Files) => {
    stopping.current = new AbortController()
    setShare(0)
    const answer = await dispatch(upload(endpoint, input as object, files, { signal: stopping.current.signal, onSent: setShare }))
    setShare(undefined)
    return answer as Sent<E>
  }
  return { send, share, cancel: () => stopping.current?.abort() }
}
