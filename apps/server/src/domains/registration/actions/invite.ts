import { tokyoDay } from '@sukoyaka/rules/time'
import type { inviteUser, makeActivationSheet, repeatInvitation, revokeInvitation } from '@sukoyaka/wire/people/registration'
import { type Db, inTransaction } from '../../../database/db.ts'
import { apiError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { changeCredentials, credentialsById } from '../../account/credential-store.ts'
import { invitationLanguage, liftRevocation, saveRevocation, withdrawInvitation } from '../../account/invitation/invitation-store.ts'
import { type AccountMail, accountMailQueue, accountPage } from '../../account/mail-queue.ts'
import { normalizeProfile } from '../../account/profile.ts'
import { getUserRow, lockAccount } from '../../account/store.ts'
import { issueToken, revokeTokens } from '../../account/token-store.ts'
import { renderActivationSheet } from '../document/activation-sheet.ts'
import { closeRequests, insertUser } from '../store.ts'

/** Only admins invite people who are not patients. */
export const invite = async ({ context, db, scope, input: { language = 'ja', by = 'mail', request_id, ...user } }: Call<typeof inviteUser>) => {
  const userScope = user.role === 'patient' ? scope : scope.withPermission('administration.write')
  const created = await insertUser(userScope, normalizeProfile(user, tokyoDay(context.clock())))
  await closeRequests(db, user.email, request_id)
  const mail: AccountMail = { kind: 'activation', user_id: created.id, language }
  if (by === 'mail') await context.jobs.send(db, accountMailQueue, mail)
  return created
}

/** Throws 422 for a person who is already registered. Waits for a registration that is under way. */
const requireUnregistered = async (db: Db, id: number) => {
  await lockAccount(db, id)
  const account = await credentialsById(db, id)
  if (!account) throw apiError('not_found')
  if (account.password_hash !== null) throw apiError('already_activated', { fields: {} })
  return account
}

export const inviteAgain = async ({ context, db, actor, scope, input: { id, language, email } }: Call<typeof repeatInvitation>) => {
  await getUserRow(scope, id, actor.role === 'admin' ? 'anybody' : 'patients')
  const account = await requireUnregistered(db, id)
  if (email !== undefined && email !== account.email) {
    await changeCredentials(db, id, { email })
    await closeRequests(db, email, undefined)
  }
  await revokeTokens(db, id, 'activation')
  await liftRevocation(db, id)
  const mail: AccountMail = { kind: 'activation', user_id: id, language: language ?? (await invitationLanguage(db, id)) }
  // a mail that still waits, such as for the mail server, would contain a second link that makes the first one invalid
  const waiting: Partial<AccountMail> = { kind: 'activation', user_id: id }
  await context.jobs.cancel(db, accountMailQueue, waiting)
  await context.jobs.send(db, accountMailQueue, mail)
  return null
}

/** Revokes the invitation of a patient, even if its mail is still queued. */
export const revoke = async ({ db, scope, context, input: { id } }: Call<typeof revokeInvitation>) => {
  await getUserRow(scope, id, 'patients')
  const { email } = await requireUnregistered(db, id)
  return saveRevocation(db, { user_id: id, email }, context)
}

/** The invitation of a patient on paper. Replaces earlier invitations and is not mailed. If the sheet cannot be made, it is withdrawn. */
export const makeSheet = async ({ context, db, scope, input: { id, language = 'ja' } }: Call<typeof makeActivationSheet>) => {
  const person = await getUserRow(scope, id, 'patients')
  // typesetting waits for other documents, so it happens after the transaction
  const {
    id: token_id,
    token,
    code,
    expires_at,
    email,
  } = await inTransaction(db, async (tx) => {
    const account = await requireUnregistered(tx, id)
    return { ...(await issueToken(tx, { user_id: id, kind: 'activation', email: account.email, is_printed: true, language }, context)), email: account.email }
  })
  const page = accountPage(context.config.public_url, 'activate', language)
  const sheet = { link: `${page}/${token}`, page, email, code, expires_at }
  try {
    const pdf = await renderActivationSheet(context, { ...sheet, person, language })
    return { ...sheet, pdf: pdf.toString('base64') }
  } catch (error) {
    await withdrawInvitation(db, token_id, person)
    throw error
  }
}
