import type { Input } from '@sukoyaka/wire/endpoint'
import type { changeLipidTarget, PatientLipidRisk } from '@sukoyaka/wire/record/lipid-risk'
import { eq, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import { assertUnchanged } from '../../errors/assert-unchanged.ts'
import { staffByIds } from '../account/store.ts'
import { requirePatient } from '../patient/require-store.ts'
import { lockPatient } from './judging-store.ts'
import { lipid_risks } from './tables.ts'

const riskOf = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(lipid_risks))
    .where(eq(lipid_risks.user_id, sql.placeholder('user_id'))),
)

export const lipidTargetOf = async (scope: PatientScope, user_id: number): Promise<PatientLipidRisk> => {
  await requirePatient(scope, user_id)
  const [row] = await riskOf(scope).execute({ user_id })
  if (!row) return { user_id, risk: null, set_by: null, updated_at: null }
  const people = await staffByIds(scope.db, [row.set_by])
  return { ...row, set_by: people.get(row.set_by) ?? null }
}

/** Sets the risk category that gives the lipid targets. Without one (null) there is no target. Throws `conflict` if it changed since `updated_at`. */
export const updateLipidTarget = async (
  scope: PatientScope,
  actor: Actor,
  { user_id, risk, updated_at }: Input<typeof changeLipidTarget>,
): Promise<PatientLipidRisk> => {
  // locks the patient: before the first risk there is no row to lock
  await lockPatient(scope, user_id)
  const [stored] = await riskOf(scope).execute({ user_id })
  assertUnchanged(stored, updated_at)
  if (risk === null) await scope.delete(lipid_risks).where(eq(lipid_risks.user_id, user_id))
  else
    await scope
      .insert(lipid_risks)
      .values({ user_id, risk, set_by: actor.id })
      .onConflictDoUpdate({ target: lipid_risks.user_id, set: { risk, set_by: actor.id, updated_at: later(lipid_risks.updated_at) } })
  return lipidTargetOf(scope, user_id)
}
