import type { Message } from '@sukoyaka/wire/care/message'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { DataEntryCard } from './DataEntryCard.tsx'
import { InterviewProposalCard } from './InterviewProposalCard.tsx'

/** Card shown in place of a message's text; renders nothing for plain messages. */
export function MessageCard({ message }: { message: Message }) {
  const viewer = useAppSelector(selectMe)?.role
  if (!viewer) return null
  if (message.data_entry_request) return <DataEntryCard message={message} viewer={viewer} />
  if (message.interview_proposal) return <InterviewProposalCard message={message} viewer={viewer} />
  return null
}
