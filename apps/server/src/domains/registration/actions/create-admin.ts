import type { AppContext } from '../../../context/app-context.ts'
import type { Db } from '../../../database/db.ts'
import { UsageError } from '../../../database/run-command.ts'
import { credentialsById, idOfEmail } from '../../account/credential-store.ts'
import { accountPage } from '../../account/mail-queue.ts'
import { issueToken } from '../../account/token-store.ts'
import { insertAccount } from '../store.ts'

type Context = Pick<AppContext, 'secret' | 'random'> & { public_url: string }

/**
 * Creates an administrator without a password and returns the link to the registration. A repeated call for the same address returns a
 * new link and invalidates the earlier one. Throws a `UsageError` if the account of the address is not an active administrator or is registered already.
 */
export const createAdmin = (db: Db, email: string, { public_url, ...context }: Context): Promise<{ link: string; expires_at: string }> =>
  db.transaction(async (tx) => {
    const existing_id = await idOfEmail(tx, email)
    if (existing_id !== undefined) {
      const existing = await credentialsById(tx, existing_id)
      if (existing?.role !== 'admin') throw new UsageError(`The account of ${email} is not an active administrator.`)
      if (existing.password_hash !== null) throw new UsageError(`${email} is registered already. The page /reset_password sets a new password.`)
    }
    const user_id = existing_id ?? (await insertAccount(tx, { role: 'admin', email, last_name: '管理者', first_name: email.split('@')[0]! })).id
    const { token, expires_at } = await issueToken(tx, { user_id, kind: 'activation', email }, context)
    return { link: `${accountPage(public_url, 'activate', 'ja')}/${token}`, expires_at }
  })
