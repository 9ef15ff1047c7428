import { and, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { notifyAll, teamOrAdmins } from '../notification/recipient-store.ts'
import { symptom_categories, symptoms } from '../symptom/tables.ts'

/** A symptom with a red flag that is answered with yes in this questionnaire and was not in its previous answer. */
const newRedFlag = patientQuery(({ db, rows, from }) =>
  db
    .select({ category_id: symptoms.category_id })
    .from(rows(symptoms))
    .innerJoin(symptom_categories, eq(symptom_categories.id, symptoms.category_id))
    .where(
      and(
        eq(symptoms.questionnaire_id, sql.placeholder('id')),
        eq(symptoms.value, 1),
        eq(symptom_categories.red_flag, true),
        sql`1 is distinct from (
          select p.value from ${from(symptoms, 'p')}
          where p.user_id = symptoms.user_id and p.category_id = symptoms.category_id and p.answered_at < symptoms.answered_at
          order by p.answered_at desc limit 1)`,
      ),
    )
    .limit(1),
)

/**
 * Notifies the active care team if the patient reports a symptom with a red flag that was not reported before; without a team the administrators. Mail and
 * push do not say why.
 */
export const notifyOfRedFlags = async (scope: PatientScope, { id, user_id }: { id: number; user_id: number }): Promise<void> => {
  const found = await newRedFlag(scope).execute({ id })
  if (!found.length) return
  await notifyAll(scope, await teamOrAdmins(scope, user_id), { kind: 'red_flag_symptoms', patient_id: user_id, record_id: id, is_urgent: true })
}
