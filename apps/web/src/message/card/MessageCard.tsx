import type { Role } from '@sukoyaka/wire/access'
import type { Message } from '@sukoyaka/wire/message'
import { DataEntryCard } from './DataEntryCard.tsx'
import { InterviewProposalCard } from './InterviewProposalCard.tsx'

/** What stands in a thread in place of words; nothing where a message is none of these. */
export function MessageCard({ message, viewer }: { message: Message; viewer: Role }) {
  if (message.data_entry_request) return <DataEntryCard message={message} viewer={viewer} />
  if (message.interview_proposal) return <InterviewProposalCard message={message} viewer={viewer} />
  return null
}
