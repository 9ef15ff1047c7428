import type { requestPasswordReset, resetPassword } from '@sukoyaka/wire/people/credentials'
import { inTransaction } from '../../../database/db.ts'
import { apiError } from '../../../errors/api-error.ts'
import { clearAttempts, type Limit, recordAttempt, returnAttempts } from '../../../http/rate-limit.ts'
import type { Call } from '../../../http/serve.ts'
import { revokeGrantsOf } from '../../connected-app/store.ts'
import { changeCredentials, idOfEmail } from '../credential-store.ts'
import { accountKey, accountLimit, addressLimit, resetMailLimit } from '../limits.ts'
import { type AccountMail, accountMailQueue } from '../mail-queue.ts'
import { hashNewPassword } from '../new-password.ts'
import { removeDevices } from '../own-browser-store.ts'
import { accountById } from '../store.ts'
import { findToken, revokeTokens, useToken } from '../token-store.ts'

const requestLimit: Limit = { kind: 'reset_address', max: 100, minutes: 15 }

/** Takes the same steps for every address, so that neither the response nor its time reveals whether there is an account. A job mails the link. */
export const requestReset = async ({ context, input: { email }, client, language }: Call<typeof requestPasswordReset>) => {
  const { db, jobs } = context
  await recordAttempt(db, requestLimit, client.ip)
  await recordAttempt(db, resetMailLimit, accountKey(email))
  const mail: AccountMail = { kind: 'password_reset', user_id: (await idOfEmail(db, email)) ?? 0, language, requested_at: context.clock().toISOString() }
  await jobs.send(db, accountMailQueue, mail)
  return null
}

export const setNewPassword = async ({ context, input, client, language }: Call<typeof resetPassword>) => {
  const { db, jobs } = context
  const attempt = await recordAttempt(db, addressLimit, client.ip)
  const found = await findToken(db, 'password_reset', input.token)
  const account = found && (await accountById(db, found.user_id))
  if (!account || (input.email !== undefined && input.email.toLowerCase() !== account.email.toLowerCase()))
    throw apiError('reset_invalid', { account_id: found?.user_id })
  await returnAttempts(db, [attempt])
  const password_hash = await hashNewPassword(input.password, account)
  await inTransaction(db, async (tx) => {
    if (!(await useToken(tx, found.id))) throw apiError('reset_invalid')
    await changeCredentials(tx, account.id, { password_hash })
    await removeDevices(tx, account.id)
    await revokeGrantsOf(tx, account.id)
    await revokeTokens(tx, account.id, 'email_change')
    await clearAttempts(tx, accountLimit.kind, accountKey(account.email))
    const mail: AccountMail = { kind: 'password_changed', user_id: account.id, language }
    await jobs.send(tx, accountMailQueue, mail)
  })
  return null
}
