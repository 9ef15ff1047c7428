import { getMessage, type MessageFile } from '@sukoyaka/wire/care/message'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { callEndpoint } from '../../../api/call-endpoint.ts'
import { useAppDispatch } from '../../../api/store.ts'
import { toast } from '../../../ui/overlay/toast.ts'

/** Downloads a file of a message through a fresh signed URL, because URLs expire within minutes and conversations stay open for hours. */
export function useDownloadFile() {
  const { t } = useTranslation('conversation')
  const dispatch = useAppDispatch()
  return async (event: MouseEvent, message_id: number, { attachment_id, name }: MessageFile) => {
    event.preventDefault()
    const { data } = await dispatch(callEndpoint(getMessage, { id: message_id }))
    const freshFile = data?.files.find((file) => file.attachment_id === attachment_id)
    if (!freshFile) return void toast.error(t('file.failed', { name }))
    const link = document.createElement('a')
    link.href = freshFile.address
    link.download = freshFile.name
    link.click()
  }
}
