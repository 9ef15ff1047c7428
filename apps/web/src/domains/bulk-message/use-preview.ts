import type { BulkChoice, BulkPreview } from '@sukoyaka/wire/boards/bulk-message'
import { useEffect, useRef, useState } from 'react'
import { usePreviewBulkMessageMutation } from './api.ts'

type PreviewRequest = { choice: BulkChoice | undefined; body: string; page: number }
export type Preview = { data: BulkPreview | undefined; isPending: boolean; hasFailed: boolean }

const debounceMs = 400

/** Debounced recipient preview; outdated responses are ignored. */
export const usePreview = ({ choice, body, page }: PreviewRequest): Preview => {
  const [requestPreview] = usePreviewBulkMessageMutation()
  const [response, setResponse] = useState<{ key: string; data: BulkPreview | undefined }>()
  const latest = useRef('')
  const key = choice ? JSON.stringify({ choice, body, page }) : ''
  useEffect(() => {
    latest.current = key
    if (!key) return
    const timer = setTimeout(async () => {
      const { data } = await requestPreview(JSON.parse(key))
      if (latest.current === key) setResponse({ key, data })
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [key, requestPreview])
  if (!key) return { data: undefined, isPending: false, hasFailed: false }
  const isPending = response?.key !== key
  return { data: response?.data, isPending, hasFailed: !isPending && !response?.data }
}
