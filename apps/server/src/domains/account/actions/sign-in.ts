import { mail } from '@sukoyaka/phrases/mail'
import type { authOtp, signIn, signInV2 } from '@sukoyaka/wire/people/account'
import { translate } from '../../../config/language.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { apiError } from '../../../errors/api-error.ts'
import { clearAttempts, recordAttempt, returnAttempts } from '../../../http/rate-limit.ts'
import type { Call, Client } from '../../../http/serve.ts'
import {
  addChallenge,
  challengeEndReason,
  codeMinutes,
  countAttempt,
  findChallenge,
  isCode,
  makeCode,
  maxTries,
  secondsToResend,
  useChallenge,
} from '../challenge-store.ts'
import { accountKey, accountLimit, addressLimit, codeMailLimit, dailyCodeLimit, deviceKey } from '../limits.ts'
import { openSession, trustBrowser } from '../open-session.ts'
import { isPassword } from '../password.ts'
import { findDevice, useDevice } from '../session-store.ts'
import { type Account, accountById, credentialsOf } from '../store.ts'

/**
 * Finds the account of these credentials. An unknown or deactivated account and a wrong password get the same response in the same time. The attempt is
 * counted before the password is checked.
 */
const verifyCredentials = async (
  context: AppContext,
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<Account & { isTrusted: boolean }> => {
  const { db } = context
  const device = await findDevice(db, client.cookies.device, email)
  const key = device ? deviceKey(device.id) : accountKey(email)
  const attempts = [await recordAttempt(db, addressLimit, client.ip), await recordAttempt(db, accountLimit, key)]
  const user = await credentialsOf(db, email)
  const isCorrect = await isPassword(password, user?.password_hash, client.ip).catch(async (error) => {
    // a password that was not checked for lack of capacity does not use up an attempt
    await returnAttempts(db, attempts)
    throw error
  })
  if (!user || !isCorrect) throw apiError('credentials_invalid', { account_id: user?.id })
  await returnAttempts(db, attempts)
  await clearAttempts(db, accountLimit.kind, key)
  if (device) await useDevice(db, device.id)
  return { ...user, isTrusted: device !== undefined }
}

export const signInDirectly = async ({ context, input, client }: Call<typeof signIn>) => {
  const user = await verifyCredentials(context, input, client)
  if (user.otp_required) throw apiError('otp_required', { account_id: user.id })
  return openSession(context, context.db, user, client)
}

export const signInWithCode = async ({ context, input, client, language }: Call<typeof signInV2>) => {
  const { db, random } = context
  const user = await verifyCredentials(context, input, client)
  if (!user.otp_required || user.isTrusted) return openSession(context, context.db, user, client)
  const waitSeconds = input.challenge ? await secondsToResend(db, user.id, input.challenge) : 0
  if (waitSeconds > 0) throw apiError('resend_too_early', { retry_after: waitSeconds })
  const attempt = await recordAttempt(db, codeMailLimit, String(user.id))
  const code = makeCode(random)
  const challenge = await addChallenge(db, user.id, code, context.secret, random)
  try {
    await context.mail.send({
      to: user.email,
      subject: translate(mail, language, 'code.subject'),
      text: translate(mail, language, 'code.text', { code, minutes: codeMinutes }),
    })
  } catch (error) {
    await returnAttempts(db, [attempt])
    throw error
  }
  return { message: translate(mail, language, 'code.sent'), ...challenge }
}

export const answerCode = async ({ context, input, client }: Call<typeof authOtp>) => {
  const { db, secret } = context
  const addressAttempt = await recordAttempt(db, addressLimit, client.ip)
  const found = await findChallenge(db, input.challenge, input.email)
  if (!found) throw apiError('otp_expired')
  const account_id = found.user_id
  const codeAttempt = await recordAttempt(db, dailyCodeLimit, String(found.user_id))
  const challenge = await countAttempt(db, found.id)
  if (!challenge) {
    await returnAttempts(db, [codeAttempt])
    throw apiError(await challengeEndReason(db, found.id), { account_id })
  }
  if (!isCode(secret, input.challenge, input.otp, challenge.code_hash)) throw apiError('otp_invalid', { account_id, tries_left: maxTries - challenge.attempts })
  if (!(await useChallenge(db, found.id))) throw apiError('otp_expired', { account_id })
  await returnAttempts(db, [codeAttempt, addressAttempt])
  await clearAttempts(db, codeMailLimit.kind, String(found.user_id))
  if (input.trust_device) await trustBrowser(context, db, found.user_id, client)
  const user = await accountById(db, found.user_id)
  if (!user) throw apiError('otp_expired', { account_id })
  return openSession(context, context.db, user, client)
}
