import type { Message } from '@sukoyaka/wire/care/message'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { DataEntryCard } from './DataEntryCard.tsx'
import { InterviewProposalCard } from './InterviewProposalCard.tsx'

/** What stands in a thread in place of words; nothing where a message is none of these. */
export function MessageCard({ message }: { message: Message }) {
  const viewer = useAppSelector(selectMe)?.role
  if (!viewer) return null
  if (message.data_entry_request) return <DataEntryCard message={message} viewer={viewer} />
  if (message.interview_proposal) return <InterviewProposalCard message={message} viewer={viewer} />
  return null
}
