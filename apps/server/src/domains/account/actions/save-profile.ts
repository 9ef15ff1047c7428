import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { followPersonChange } from '../person-followers.ts'
import { changeProfile, lockPerson, type ProfileChange, type UserAccess } from '../store.ts'

/** Changes a profile. If this changes a patient's sex or birthday, what depends on them changes too. */
export const saveProfile = async (context: AppContext, scope: PatientScope, id: number, access: UserAccess, change: ProfileChange) => {
  if (change.sex === undefined && change.birthday === undefined) return changeProfile(scope, id, access, change)
  const before = await lockPerson(scope, id)
  const changed = await changeProfile(scope, id, access, change)
  if (before?.is_patient && (before.sex !== changed.sex || before.birthday !== changed.birthday)) await followPersonChange(context, scope, id)
  return changed
}
