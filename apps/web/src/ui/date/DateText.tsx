import { tokyoDay } from '@sukoyaka/rules/time'
import { type DateLook, formatDate, type Instant, useLanguage } from './tokyo.ts'

export function DateText({ value, ...look }: { value: Instant | null | undefined } & DateLook) {
  const language = useLanguage()
  if (value === null || value === undefined || value === '') return null
  const words = formatDate(value, language, look)
  if (!words) return null
  return <time dateTime={look.time ? new Date(value).toISOString() : tokyoDay(new Date(value))}>{words}</time>
}
