import type { PatientScope } from '../../access/patient-scope.ts'
import type { AppContext } from '../../context/app-context.ts'

/** What a domain does after a patient's sex or birthday changed, in the transaction of the change. */
export type PersonFollower = (context: AppContext, scope: PatientScope, user_id: number) => Promise<void>

const followers = new Set<PersonFollower>()

/** Called by the `domain.ts` of a domain whose data depend on sex or birthday: this domain is on a lower level and cannot import it. */
export const registerPersonFollower = (follower: PersonFollower) => void followers.add(follower)

export const followPersonChange: PersonFollower = async (context, scope, user_id) => {
  for (const follow of followers) await follow(context, scope, user_id)
}
