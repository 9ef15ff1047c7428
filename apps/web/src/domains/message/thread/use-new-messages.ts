import { fullName } from '@sukoyaka/rules/person'
import type { Message } from '@sukoyaka/wire/care/message'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'

/** Announces new messages of others to screen readers, and sets `hasNewMessages` for users who have scrolled up. */
export function useNewMessages(messages: readonly Message[], me_id: number, isAtEnd: RefObject<boolean>) {
  const { t } = useTranslation('conversation')
  const language = useLanguage()
  const [announcement, setAnnouncement] = useState('')
  const [hasNewMessages, setHasNewMessages] = useState(false)
  const last = messages.at(-1)
  const before = useRef<{ id: number; at: number }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per new message
  useEffect(() => {
    const known = before.current
    before.current = last && { id: last.id, at: Date.parse(last.published_at) }
    // messages loaded by paging or reopening are not new
    const isNew = known !== undefined && last !== undefined && last.id > known.id && Date.now() - Date.parse(last.published_at) < 60_000
    if (!isNew || last.sender.id === me_id || last.deleted_at) return
    const words = last.body || (last.images.length ? t('said.image') : t('said.file'))
    setAnnouncement(t('said.line', { name: fullName(last.sender, language), words }))
    if (!isAtEnd.current) setHasNewMessages(true)
  }, [last?.id])
  return { announcement, hasNewMessages, clearNewMessages: () => setHasNewMessages(false) }
}
