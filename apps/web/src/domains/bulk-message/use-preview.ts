import type { BulkChoice, BulkPreview } from '@sukoyaka/wire/boards/bulk-message'
import { useEffect, useRef, useState } from 'react'
import { usePreviewBulkMessageMutation } from './api.ts'

type Asked = { choice: BulkChoice | undefined; body: string; page: number }
export type Preview = { data: BulkPreview | undefined; isAsking: boolean; hasFailed: boolean }

const settles = 400

/** Debounced recipient preview; outdated responses are ignored. */
export const usePreview = ({ choice, body, page }: Asked): Preview => {
  const [ask] = usePreviewBulkMessageMutation()
  const [shown, setShown] = useState<{ key: string; data: BulkPreview | undefined }>()
  const latest = useRef('')
  const key = choice ? JSON.stringify({ choice, body, page }) : ''
  useEffect(() => {
    latest.current = key
    if (!key) return
    const timer = setTimeout(async () => {
      const { data } = await ask(JSON.parse(key))
      if (latest.current === key) setShown({ key, data })
    }, settles)
    return () => clearTimeout(timer)
  }, [key, ask])
  if (!key) return { data: undefined, isAsking: false, hasFailed: false }
  const isAsking = shown?.key !== key
  return { data: shown?.data, isAsking, hasFailed: !isAsking && !shown?.data }
}
