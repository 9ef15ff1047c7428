import { mail } from '@sukoyaka/phrases/mail'
import type { updateAuthInfo } from '@sukoyaka/wire/people/credentials'
import { translate } from '../../../config/language.ts'
import { inTransaction } from '../../../database/db.ts'
import { apiError, fieldError } from '../../../errors/api-error.ts'
import { clearAttempts, type Limit, recordAttempt, returnAttempts } from '../../../http/rate-limit.ts'
import type { Call } from '../../../http/serve.ts'
import { revokeGrantsOf } from '../../connected-app/store.ts'
import { changeCredentials, credentialsById, idOfEmail } from '../credential-store.ts'
import { addressLimit } from '../limits.ts'
import { type AccountMail, accountMailQueue, changedAddresses } from '../mail-queue.ts'
import { hashNewPassword } from '../new-password.ts'
import { openSession } from '../open-session.ts'
import { endSessionsExcept, removeDevices } from '../own-browser-store.ts'
import { isPassword } from '../password.ts'
import { findToken, issueToken, secondsToReissue, tryCode, useToken } from '../token-store.ts'

type UpdateCall = Call<typeof updateAuthInfo>
type Credentials = NonNullable<Awaited<ReturnType<typeof credentialsById>>>

const passwordLimit: Limit = { kind: 'old_password', max: 10, minutes: 15 }
const mailLimit: Limit = { kind: 'email_change_mail', max: 5, minutes: 15 }

/** The caller's account, if the old password is right. The attempt is counted before the password is checked. */
export const verifyOldPassword = async (
  { context: { db }, actor, client }: Pick<UpdateCall, 'context' | 'actor' | 'client'>,
  old_password: string,
): Promise<Credentials> => {
  const attempts = [await recordAttempt(db, addressLimit, client.ip), await recordAttempt(db, passwordLimit, String(actor.id))]
  const account = await credentialsById(db, actor.id)
  const isCorrect = await isPassword(old_password, account?.password_hash, client.ip).catch(async (error) => {
    // a password that was not checked for lack of capacity does not use up an attempt
    await returnAttempts(db, attempts)
    throw error
  })
  if (!account || !isCorrect) throw apiError('password_wrong')
  await returnAttempts(db, attempts)
  await clearAttempts(db, passwordLimit.kind, String(actor.id))
  return account
}

/** Mails a code to the new address, to test it: sign-in codes will be mailed to it, so a wrong address could lock the person out. */
const challengeAddress = async ({ context, language }: UpdateCall, { id: user_id, email: previous_email }: Credentials, email: string) => {
  const { db } = context
  const waitSeconds = await secondsToReissue(db, { user_id, kind: 'email_change', email })
  if (waitSeconds > 0) throw apiError('resend_too_early', { retry_after: waitSeconds })
  const attempt = await recordAttempt(db, mailLimit, String(user_id))
  const { token: challenge, code, ...times } = await db.transaction((tx) => issueToken(tx, { user_id, kind: 'email_change', email, previous_email }, context))
  try {
    await context.mail.send({
      to: email,
      subject: translate(mail, language, 'email_change.subject'),
      text: translate(mail, language, 'email_change.text', { code }),
    })
  } catch (error) {
    await returnAttempts(db, [attempt])
    throw error
  }
  return { message: translate(mail, language, 'code.sent'), challenge, ...times }
}

/** The id of the token that was issued for this new address, if the caller sent its code; throws otherwise. */
const answeredToken = async ({ context: { db, secret }, actor, input }: UpdateCall, email: string): Promise<number> => {
  const found = await findToken(db, 'email_change', input.challenge!)
  if (!found || found.user_id !== actor.id || found.email !== email) throw apiError('otp_expired')
  const tried = await tryCode(db, found, input.otp!, secret)
  if (!tried) throw apiError('otp_used_up')
  if (!tried.isRight) throw apiError('otp_invalid', { tries_left: tried.tries_left })
  return found.id
}

/** Changes password, e-mail address or both. For a new address, a first call mails a code to it; a second call with that code makes the change. */
export const changeAuthInfo = async (call: UpdateCall) => {
  const { context, input, client, language } = call
  const { db, jobs } = context
  if (input.password === undefined && input.email === undefined) throw fieldError('password', 'required')
  const account = await verifyOldPassword(call, call.input.old_password)
  const email = input.email !== undefined && input.email !== account.email ? input.email : undefined
  if (email === undefined && input.password === undefined) throw fieldError('email', 'unchanged')
  const ownerOfEmail = email === undefined ? undefined : await idOfEmail(db, email)
  if (ownerOfEmail !== undefined && ownerOfEmail !== account.id) throw apiError('email_taken', { fields: { email: ['taken'] } })
  const changedAccount = { ...account, email: email ?? account.email }
  const password_hash = input.password === undefined ? undefined : await hashNewPassword(input.password, changedAccount)
  if (email !== undefined && (input.challenge === undefined || input.otp === undefined)) return challengeAddress(call, account, email)
  const token_id = email === undefined ? undefined : await answeredToken(call, email)
  return inTransaction(db, async (tx) => {
    if (token_id !== undefined && !(await useToken(tx, token_id))) throw apiError('otp_expired')
    await changeCredentials(tx, account.id, { ...(email !== undefined && { email }), ...(password_hash !== undefined && { password_hash }) })
    await endSessionsExcept(tx, { id: account.id, session_id: 0 })
    await removeDevices(tx, account.id)
    await revokeGrantsOf(tx, account.id)
    const mails: AccountMail[] = [
      ...(token_id === undefined ? [] : changedAddresses.map((address) => ({ kind: 'email_changed' as const, token_id, address, language }))),
      ...(password_hash === undefined ? [] : [{ kind: 'password_changed' as const, user_id: account.id, language }]),
    ]
    for (const accountMail of mails) await jobs.send(tx, accountMailQueue, accountMail)
    return openSession(context, tx, changedAccount, client)
  })
}
