import { eq, sql } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { later } from '../../../database/columns.ts'
import type { Db } from '../../../database/db.ts'
import { preparedQuery } from '../../../database/prepared.ts'
import { recordIfPatient, userColumns } from '../store.ts'
import { users } from '../tables.ts'

const lockedIcon = preparedQuery((db) =>
  db
    .select({ icon: users.icon })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .for('update'),
)

/** Replaces the icon of an account, or removes it; returns the changed account and the URL of the previous icon. */
export const changeIcon = async (scope: PatientScope, id: number, icon: string | null) => {
  const [existing] = await lockedIcon(scope.db).execute({ id })
  const [user] = await scope.db
    .update(users)
    .set({ icon, updated_at: later(users.updated_at) })
    .where(eq(users.id, id))
    .returning(userColumns)
  recordIfPatient(scope, user!)
  return { user: user!, previous: existing!.icon }
}

const owner = preparedQuery((db) =>
  db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(eq(users.icon, sql.placeholder('icon'))),
)

/** The account whose icon has this URL. */
export const ownerOfIcon = async (db: Db, icon: string) => (await owner(db).execute({ icon }))[0]
