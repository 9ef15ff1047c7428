import { tokyoDay } from '@sukoyaka/rules/time'
import type { FieldReason } from '@sukoyaka/wire/errors'
import type { activate, getActivation, openActivation } from '@sukoyaka/wire/people/registration'
import type { Db } from '../../../database/db.ts'
import { inTransaction } from '../../../database/db.ts'
import { apiError } from '../../../errors/api-error.ts'
import { clearAttempts, recordAttempt, returnAttempts } from '../../../http/rate-limit.ts'
import type { Call } from '../../../http/serve.ts'
import { saveProfile } from '../../account/actions/save-profile.ts'
import { changeCredentials } from '../../account/credential-store.ts'
import { markOpened, publishInvitation } from '../../account/invitation/invitation-store.ts'
import { accountKey, activationCodeLimit, addressLimit } from '../../account/limits.ts'
import { newPasswordProblem } from '../../account/new-password.ts'
import { openSession, trustBrowser } from '../../account/open-session.ts'
import { hashPassword } from '../../account/password.ts'
import { normalizeProfile } from '../../account/profile.ts'
import { accountById, getUserRow } from '../../account/store.ts'
import { exchangeToken, findToken, findTokenByEmail, tryCode, useToken } from '../../account/token-store.ts'
import { agree, kindsInForce, requireCurrent } from '../../policy/store.ts'

/** The open invitation of a token and the person it invites. Counts the attempts of an IP address, except those with a valid token. */
const findInvitation = async (db: Db, token: string, ip: string) => {
  const attempt = await recordAttempt(db, addressLimit, ip)
  const found = await findToken(db, 'activation', token)
  const account = found && (await accountById(db, found.user_id))
  if (!account) throw apiError('activation_invalid')
  await returnAttempts(db, [attempt])
  return { ...found, account }
}

export const readActivation = async ({ db, scopeOf, input: { token }, client }: Call<typeof getActivation>) => {
  const { id, account, expires_at } = await findInvitation(db, token, client.ip)
  if (await markOpened(db, id)) await publishInvitation(db, account)
  const user = await getUserRow(scopeOf(account, 'account.own'), account.id, 'self')
  return { ...user, expires_at }
}

/** A wrong, used-up or expired code and an unknown address get the same response. */
export const exchangeCode = async ({ context, input: { email, otp }, client }: Call<typeof openActivation>) => {
  const { db, random, secret } = context
  const attempts = [await recordAttempt(db, addressLimit, client.ip), await recordAttempt(db, activationCodeLimit, accountKey(email))]
  const found = await findTokenByEmail(db, 'activation', email)
  const tried = found && (await tryCode(db, found, otp, secret))
  if (!found || !tried?.isRight) throw apiError('otp_invalid')
  await returnAttempts(db, attempts)
  await clearAttempts(db, activationCodeLimit.kind, accountKey(email))
  return { token: await exchangeToken(db, found.id, random) }
}

/** Sets password and profile, records the agreements and signs in, all or nothing. */
export const completeActivation = async ({ context, input, scopeOf, client }: Call<typeof activate>) => {
  const { db } = context
  const { token, password, privacy_policy_id, usage_policy_id, trust_device, ...profile } = input
  const { id: token_id, account } = await findInvitation(db, token, client.ip)
  const scope = scopeOf(account, 'account.own')
  const policyIds = { privacy_policy: privacy_policy_id, usage_policy: usage_policy_id }
  const kinds = await kindsInForce(db)
  const stored = await getUserRow(scope, account.id, 'self')
  const problems: Record<string, FieldReason | false | undefined> = {
    password: newPasswordProblem(password, { ...account, ...profile }),
    birthday: account.role === 'patient' && !profile.birthday && !stored.birthday && 'required',
    ...Object.fromEntries(kinds.map((kind) => [`${kind}_id`, policyIds[kind] === undefined && ('required' as const)])),
  }
  const change = normalizeProfile(profile, tokyoDay(context.clock()), problems)
  for (const kind of kinds) await requireCurrent(db, kind, policyIds[kind]!)
  const password_hash = await hashPassword(password)
  const session = await inTransaction(db, async (tx) => {
    if (!(await useToken(tx, token_id))) throw apiError('activation_invalid')
    const changed = await saveProfile(context, scope.withDb(tx), account.id, 'self', change)
    await changeCredentials(tx, account.id, { password_hash })
    for (const kind of kinds) await agree(tx, account, kind, policyIds[kind]!)
    await publishInvitation(tx, account)
    return openSession(context, tx, { ...account, ...changed }, client)
  })
  if (trust_device) await trustBrowser(context, db, account.id, client)
  return session
}
