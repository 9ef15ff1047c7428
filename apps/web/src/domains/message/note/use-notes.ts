import { openMessages } from '@sukoyaka/wire/care/message-mark'
import type { MessageNote } from '@sukoyaka/wire/care/message-note'
import { useEffect } from 'react'
import { invalidateChanges } from '../../../api/api.ts'
import { callEndpoint } from '../../../api/call-endpoint.ts'
import { useAppDispatch } from '../../../api/store.ts'
import { usePermission } from '../../../api/use-permission.ts'
import { useListMessageNotesQuery } from './api.ts'

const none: readonly MessageNote[] = []

/** The staff’s notes in a conversation, newest first. Patients neither see nor request them. */
export function useNotes(patient_id: number, me_id: number) {
  const dispatch = useAppDispatch()
  const isStaff = usePermission('coordination.read')
  const { data, isError, refetch } = useListMessageNotesQuery({ patient_id }, { skip: !isStaff })
  const notes = data?.items ?? none
  const mentioning = notes.find(({ author, mentions }) => author.id !== me_id && mentions.some(({ id }) => id === me_id))?.id
  useEffect(() => {
    if (mentioning === undefined) return
    // a note does not count as an unread message, so its notification is marked as checked here
    const check = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', check)
      void dispatch(callEndpoint(openMessages, { ids: [], patient_ids: [patient_id] })).then(({ error }) => error || dispatch(invalidateChanges(openMessages)))
    }
    document.addEventListener('visibilitychange', check)
    check()
    return () => document.removeEventListener('visibilitychange', check)
  }, [mentioning, patient_id, dispatch])
  return { notes, hasFailed: isError, retry: () => void refetch() }
}
