import { careRoles } from '@sukoyaka/wire/access'
import type { listMentionTargets } from '@sukoyaka/wire/care/message-mark'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Actor } from '../../../access/actor.ts'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { isNamed, nameTerms } from '../../../database/name-search.ts'
import { personColumns } from '../../account/store.ts'
import { users } from '../../account/tables.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { care_people } from '../../patient/tables.ts'

const max = 200

const targets = patientQuery((source, isPatient: boolean, hasName: boolean) => {
  const patient_id = sql.placeholder('patient_id')
  const isOnTeam = sql<boolean>`${users.id} in (select ${care_people.staff_id} from ${source.rows(care_people)} where ${care_people.user_id} = ${patient_id})`
  return source.db
    .select({ ...personColumns, is_on_team: isOnTeam.as('is_on_team') })
    .from(users)
    .where(
      and(
        isNull(users.deactivated_at),
        ne(users.id, sql.placeholder('actor_id')),
        isPatient ? isOnTeam : or(eq(users.id, patient_id), inArray(users.role, [...careRoles])),
        hasName ? isNamed(users.name_search, users.name_grams) : undefined,
      ),
    )
    .orderBy(desc(sql`is_on_team`), asc(users.kana_key), asc(users.id))
    .limit(max)
})

/** Other people who can be mentioned in this room, by the rule that also applies when a message is sent (`assertMembers`). */
export const mentionTargetsOf = async (actor: Actor, scope: PatientScope, { patient_id, q: query }: Input<typeof listMentionTargets>) => {
  await requirePatient(scope, patient_id)
  const terms = nameTerms(query)
  return targets(scope, actor.role === 'patient', terms !== undefined).execute({ patient_id, actor_id: actor.id, ...terms })
}
