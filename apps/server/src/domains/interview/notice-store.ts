import { isUpcoming } from '@sukoyaka/rules/care/schedule'
import type { InterviewChange } from '@sukoyaka/wire/care/interview'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { users } from '../account/tables.ts'
import { facilities } from '../facility/tables.ts'
import { interviews } from './tables.ts'

export type InterviewNotice = { interview_id: number; sequence: number; change: InterviewChange }

/**
 * Recipient of an interview notice, with the interview as it is now; undefined if the account is deactivated, the interview is deleted, was cancelled since
 * or is over, or the patient is mailed about a later change.
 */
export const interviewRecipient = async (scope: PatientScope, { interview_id, sequence, change }: InterviewNotice, now: Date) => {
  const { status, conducted_at, ends_at, meeting_type, location } = interviews
  // built per call: only the job runs it
  const [found] = await scope.db
    .select({ user_id: users.id, email: users.email, status, conducted_at, ends_at, meeting_type, location, facility_name: facilities.name_ja })
    .from(scope.rows(interviews))
    .innerJoin(users, eq(users.id, interviews.interviewee_id))
    .leftJoin(facilities, eq(facilities.id, interviews.facility_id))
    .where(
      and(
        eq(interviews.id, interview_id),
        // during an update, an older server counts only `sequence`
        or(eq(interviews.notice_sequence, sequence), eq(interviews.sequence, sequence)),
        isNull(users.deactivated_at),
      ),
    )
  return found && (change === 'cancelled' || isUpcoming(found, now)) ? found : undefined
}

const intervieweeById = patientQuery(({ db, rows }) =>
  db
    .select({ user_id: interviews.interviewee_id })
    .from(rows(interviews))
    .where(eq(interviews.id, sql.placeholder('id'))),
)
export const intervieweeOf = async (scope: PatientScope, id: number): Promise<number> => {
  const [found] = await intervieweeById(scope).execute({ id })
  return found!.user_id
}

const facilityName = preparedQuery((db) =>
  db
    .select({ name: facilities.name_ja })
    .from(facilities)
    .where(eq(facilities.id, sql.placeholder('id'))),
)
export const facilityNameOf = async (db: Db, id: number | null | undefined): Promise<string | undefined> => {
  if (!id) return undefined
  const [found] = await facilityName(db).execute({ id })
  return found?.name
}
