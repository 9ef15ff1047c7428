import type { BulkChoice, BulkPreview } from '@sukoyaka/wire/boards/bulk-message'
import { useEffect, useRef, useState } from 'react'
import { usePreviewBulkMessageMutation } from './api.ts'

type PreviewRequest = { choice: BulkChoice | undefined; body: string; page: number }
export type Preview = { data: BulkPreview | undefined; isPending: boolean; hasFailed: boolean; reload: () => void }

const debounceMs = 400

/** Debounced recipient preview; outdated responses are ignored. `reload` requests it again at once, because the recipients may have changed. */
export const usePreview = ({ choice, body, page }: PreviewRequest): Preview => {
  const [requestPreview] = usePreviewBulkMessageMutation()
  const [response, setResponse] = useState<{ key: string; data: BulkPreview | undefined }>()
  const latest = useRef('')
  const [reloads, setReloads] = useState(0)
  const loaded = useRef(reloads)
  const request = choice ? JSON.stringify({ choice, body, page }) : ''
  const key = request && `${reloads} ${request}`
  useEffect(() => {
    latest.current = key
    const delay = loaded.current === reloads ? debounceMs : 0
    loaded.current = reloads
    if (!key) return
    const timer = setTimeout(async () => {
      const { data } = await requestPreview(JSON.parse(request))
      if (latest.current === key) setResponse({ key, data })
    }, delay)
    return () => clearTimeout(timer)
  }, [key, request, reloads, requestPreview])
  const reload = () => setReloads((count) => count + 1)
  if (!key) return { data: undefined, isPending: false, hasFailed: false, reload }
  const isPending = response?.key !== key
  return { data: response?.data, isPending, hasFailed: !isPending && !response?.data, reload }
}
