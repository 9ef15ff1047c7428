import { openMessages } from '@sukoyaka/wire/care/message-mark'
import type { MessageNote } from '@sukoyaka/wire/care/message-note'
import { useEffect } from 'react'
import { invalidateChanges } from '../../../api/api.ts'
import { callEndpoint } from '../../../api/call-endpoint.ts'
import { useAppDispatch } from '../../../api/store.ts'
import { usePermission } from '../../../api/use-permission.ts'
import { whenVisible } from '../../../ui/page/when-visible.ts'
import { useListMessageNotesQuery } from './api.ts'

const noNotes: readonly MessageNote[] = []

/** The staff’s notes in a conversation, newest first. Patients neither see nor request them. */
export function useNotes(patient_id: number, me_id: number) {
  const dispatch = useAppDispatch()
  const isStaff = usePermission('coordination.read')
  const { data, isError, refetch } = useListMessageNotesQuery({ patient_id }, { skip: !isStaff })
  const notes = data?.items ?? noNotes
  const newestMentioningId = notes.find(({ author, mentions }) => author.id !== me_id && mentions.some(({ id }) => id === me_id))?.id
  useEffect(() => {
    if (newestMentioningId === undefined) return
    const ended = new AbortController()
    // a note does not count as an unread message, so its notification is marked as checked here
    const check = async () => {
      if (ended.signal.aborted) return
      const { error } = await dispatch(callEndpoint(openMessages, { ids: [], patient_ids: [patient_id] }))
      if (!error) dispatch(invalidateChanges(openMessages))
    }
    void whenVisible(ended.signal).then(check)
    return () => ended.abort()
  }, [newestMentioningId, patient_id, dispatch])
  return { notes, hasFailed: isError, retry: () => void refetch() }
}
