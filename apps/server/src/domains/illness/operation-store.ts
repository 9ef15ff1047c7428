import { reasonAgainst } from '@sukoyaka/rules/partial-day'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { addPerformedOperation, changePerformedOperation, PerformedOperation } from '@sukoyaka/wire/record/illness'
import { and, desc, eq, sql } from 'drizzle-orm'
import { type Reach, within } from '../../access/gate.ts'
import { mustReach } from '../../access/patients.ts'
import { assertValid, birthdayOf, lockRow, normalizeText } from '../../access/rows.ts'
import type { Db } from '../../database/db.ts'
import { performed_operations } from './tables.ts'

const maxRows = 1000

export const operationsOf = async (db: Db, reach: Reach, user_id: number): Promise<PerformedOperation[]> => {
  await mustReach(db, reach, user_id)
  return db
    .select()
    .from(performed_operations)
    .where(and(eq(performed_operations.user_id, user_id), within(reach, performed_operations.user_id)))
    .orderBy(sql`${performed_operations.operated_on} desc nulls last`, desc(performed_operations.id))
    .limit(maxRows)
}

type Operation = Pick<PerformedOperation, 'user_id' | 'name' | 'operated_on' | 'facility' | 'detail'>

/** As it is kept, once nothing speaks against it. */
const checked = async (db: Db, reach: Reach, { user_id, name, operated_on, facility, detail }: Operation, today: string): Promise<Operation> => {
  const row = { user_id, name: name.trim(), operated_on, facility: facility.trim(), detail: normalizeText(detail) }
  assertValid({ name: !row.name && 'required', operated_on: reasonAgainst(operated_on, today, await birthdayOf(db, reach, user_id)) })
  return row
}

export const insertOperation = async (
  db: Db,
  reach: Reach,
  { user_id, name, operated_on = null, facility = '', detail = '' }: Input<typeof addPerformedOperation>,
  today: string,
): Promise<PerformedOperation> => {
  await mustReach(db, reach, user_id)
  const row = await checked(db, reach, { user_id, name, operated_on, facility, detail }, today)
  const [added] = await db.insert(performed_operations).values(row).returning()
  return added!
}

export const updateOperation = async (
  db: Db,
  reach: Reach,
  { id, updated_at, ...change }: Input<typeof changePerformedOperation>,
  today: string,
): Promise<PerformedOperation> => {
  const held = await lockRow(db, reach, performed_operations, { id, updated_at })
  const row = await checked(db, reach, { ...held, ...change }, today)
  const [changed] = await db
    .update(performed_operations)
    .set({ ...row, updated_at: sql`now()` as never })
    .where(eq(performed_operations.id, id))
    .returning()
  return changed!
}
