import type { Message } from '@sukoyaka/wire/care/message'
import { Suspense } from 'react'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { DataEntryCard } from './DataEntryCard.tsx'
import { InterviewProposalCard } from './InterviewProposalCard.tsx'

const RecommendedProduct = lazyNamed(() => import('../../shop/recommend/RecommendedProduct.tsx'), 'RecommendedProduct')

/** Card shown in place of a message's text; renders nothing for plain messages. */
export function MessageCard({ message }: { message: Message }) {
  const viewer = useAppSelector(selectMe)?.role
  if (!viewer) return null
  if (message.data_entry_request) return <DataEntryCard message={message} viewer={viewer} />
  if (message.interview_proposal) return <InterviewProposalCard message={message} viewer={viewer} />
  if (message.recommendation_id !== null)
    return (
      <Suspense fallback={<div aria-busy="true" />}>
        <RecommendedProduct recommendation_id={message.recommendation_id} patient_id={message.patient_id} viewer={viewer} text={message.body} />
      </Suspense>
    )
  return null
}
