import type { ComponentProps } from 'react'
import { ConcernsCard } from '../../../domains/checkup/ConcernsCard.tsx'
import { TeamNote } from '../../../domains/checkup/TeamNote.tsx'

/** The results that concern a patient, with what the care team says about them. */
export function Concerns({ user_id, team }: ComponentProps<typeof TeamNote>) {
  return <ConcernsCard user_id={user_id} note={<TeamNote user_id={user_id} team={team} />} />
}
