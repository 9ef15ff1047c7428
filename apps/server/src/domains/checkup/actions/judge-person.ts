import type { Tag } from '@sukoyaka/wire/all'
import { publishPatientEvent } from '../../../realtime/event-rows.ts'
import type { PersonFollower } from '../../account/person-followers.ts'
import { judgeAgain } from '../judge-all-store.ts'

const changedTags: readonly Tag[] = ['test_results', 'test_packages']

/** Judges the results of a patient again, after a change of sex or birthday (many ranges apply to one sex or to some ages only) or of the rules. */
export const judgeChangedPerson: PersonFollower = async (context, scope, user_id) => {
  await judgeAgain(scope, user_id)
  await context.onChanges(scope.db, changedTags, new Set([user_id]))
  await publishPatientEvent(scope.db, user_id, changedTags)
}
