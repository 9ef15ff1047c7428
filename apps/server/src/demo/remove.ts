import { randomBytes } from 'node:crypto'
import { eq, inArray, like, sql } from 'drizzle-orm'
import { systemScope } from '../access/system-scope.ts'
import { type Db, errorCodeOf } from '../database/db.ts'
import { hashPassword, isPassword } from '../domains/account/password.ts'
import { sessions, trusted_devices, users } from '../domains/account/tables.ts'
import { patients } from '../domains/patient/tables.ts'
import { demoPassword } from './is-empty.ts'
import { staffPeople } from './people/staff.ts'

/** A domain reserved for examples: nobody can register it. */
const isDemoAddress = like(users.email, '%@example.com')

const staffAddresses = new Set(staffPeople.map(({ email }) => email))

/** Whether the seed gives this address: to a colleague, to the first patient, or to a patient by the name and the id of the account. */
const isSeedAddress = ({ id, role, email }: { id: number; role: string; email: string }) =>
  role === 'patient' ? email === 'patient@example.com' || new RegExp(`^[a-z]+${id}@`).test(email) : staffAddresses.has(email)

/**
 * Accounts of the demo: an address at `example.com` that the seed gives, whatever its password is now, or with the public password. The seed hashes it once, so
 * there are few hashes to compare.
 */
export const demoAccounts = async (db: Db): Promise<{ id: number; role: string }[]> => {
  const found = await db.select({ id: users.id, role: users.role, email: users.email, password_hash: users.password_hash }).from(users).where(isDemoAddress)
  const publicHashes = new Set<string | null>()
  for (const hash of new Set(found.filter((account) => !isSeedAddress(account)).map(({ password_hash }) => password_hash)))
    if (await isPassword(demoPassword, hash)) publicHashes.add(hash)
  return found.filter((account) => isSeedAddress(account) || publicHashes.has(account.password_hash))
}

const isStillReferenced = (error: unknown) => errorCodeOf(error) === '23503'

/** Deletes a demo staff account, or locks it if other records refer to it. */
const removeColleague = async (tx: Db, id: number): Promise<'deleted' | 'locked'> => {
  try {
    // a savepoint, because a failed statement ends the transaction
    await tx.transaction((savepoint) => savepoint.delete(users).where(eq(users.id, id)))
    return 'deleted'
  } catch (error) {
    if (!isStillReferenced(error)) throw error
  }
  await tx.delete(sessions).where(eq(sessions.user_id, id))
  await tx.delete(trusted_devices).where(eq(trusted_devices.user_id, id))
  await tx
    .update(users)
    .set({
      email: `removed-${id}@demo.invalid`,
      password_hash: await hashPassword(randomBytes(32).toString('base64url')),
      deactivated_at: sql`coalesce(${users.deactivated_at}, now())`,
    })
    .where(eq(users.id, id))
  return 'locked'
}

export type RemovedDemo = { patients: number; colleagues: number; locked: number }

/** Removes the demo accounts and the records of their patients in one transaction. Housekeeping removes their files. */
export const removeDemo = (db: Db): Promise<RemovedDemo> =>
  db.transaction(async (tx) => {
    const accounts = await demoAccounts(tx)
    const demoPatients = accounts.filter(({ role }) => role === 'patient').map(({ id }) => id)
    const colleagues = accounts.filter(({ role }) => role !== 'patient').map(({ id }) => id)
    if (demoPatients.length) {
      // deletes the record before the account, because messages in the record have the patient as sender
      await systemScope(tx).delete(patients).where(inArray(patients.user_id, demoPatients))
      await tx.delete(users).where(inArray(users.id, demoPatients))
    }
    let locked = 0
    for (const id of colleagues) if ((await removeColleague(tx, id)) === 'locked') locked++
    return { patients: demoPatients.length, colleagues: colleagues.length - locked, locked }
  })
