import type { ComponentProps } from 'react'
import { ConcernsCard } from '../../../domains/checkup/ConcernsCard.tsx'
import { TeamNote } from '../../../domains/checkup/TeamNote.tsx'

/** Abnormal newest values of a patient, in plain words, with the latest comment of the care team. */
export function Concerns({ user_id, team }: ComponentProps<typeof TeamNote>) {
  return <ConcernsCard user_id={user_id} note={<TeamNote user_id={user_id} team={team} />} />
}
