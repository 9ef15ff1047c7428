import { mail } from '@sukoyaka/phrases/mail'
import { dataExportDays } from '@sukoyaka/wire/boards/data-export'
import { translate } from '../../config/language.ts'
import type { AppContext } from '../../context/app-context.ts'
import { type JobKind, mailJobOptions } from '../../jobs/jobs.ts'
import { addressOf, credentialsById } from './credential-store.ts'
import { isRevoked, publishInvitation, withdrawInvitation } from './invitation/invitation-store.ts'
import { type AccountMail, accountMailQueue, accountPage, changedAddresses } from './mail-queue.ts'
import { type Account, lockAccount } from './store.ts'
import { hasPrintedInvitation, issueToken } from './token-store.ts'

/**
 * Mails the link, and for an activation the code. A retry makes a new token, which invalidates the one that may not have arrived. An invitation whose mail
 * failed becomes invalid at once, so that staff see it as not sent.
 */
const sendToken = async (
  context: AppContext,
  kind: 'activation' | 'password_reset',
  account: Pick<Account, 'id' | 'role' | 'email'>,
  language: AccountMail['language'],
) => {
  const { db, mail: mailer, config } = context
  const issued = await db.transaction(async (tx) => {
    await lockAccount(tx, account.id)
    if (kind === 'activation' && ((await isRevoked(tx, account.id)) || (await credentialsById(tx, account.id))?.password_hash)) return undefined
    if (kind === 'activation') await publishInvitation(tx, account)
    return issueToken(tx, { user_id: account.id, kind, email: account.email, language }, context)
  })
  if (!issued) return
  const { id, token, code } = issued
  const page = accountPage(config.public_url, kind === 'activation' ? 'activate' : 'reset_password', language)
  const values = { code, link: `${page}/${token}`, page }
  try {
    await mailer.send({ to: account.email, subject: translate(mail, language, `${kind}.subject`), text: translate(mail, language, `${kind}.text`, values) })
  } catch (error) {
    if (kind === 'activation') await withdrawInvitation(db, id, account)
    throw error
  }
}

/** A link that arrives much later than it was asked for, such as after an outage of the mail server, is not expected any more. */
const maxResetAgeMs = 3_600_000
const isOutdated = ({ requested_at }: { requested_at?: string }, now: Date) =>
  requested_at !== undefined && now.getTime() - Date.parse(requested_at) > maxResetAgeMs

const sendAccountMail: JobKind = {
  queue: accountMailQueue,
  options: mailJobOptions,
  work: async (context, data: AccountMail) => {
    const { language } = data
    const notice = (kind: 'password_changed' | 'email_changed' | 'passkey_added' | 'passkey_removed', to: string) =>
      context.mail.send({ to, subject: translate(mail, language, `${kind}.subject`), text: translate(mail, language, `${kind}.text`) })
    if (data.kind === 'email_changed') {
      for (const address of data.address ? [data.address] : changedAddresses) {
        const to = await addressOf(context.db, data.token_id, address)
        if (to !== undefined) await notice('email_changed', to)
      }
      return
    }
    const account = await credentialsById(context.db, data.user_id)
    if (!account) return
    // a mailed invitation would invalidate the printed one that was made after this job was queued
    if (account.password_hash === null && (await hasPrintedInvitation(context.db, account.id))) return
    if (data.kind === 'password_changed' || data.kind === 'passkey_added' || data.kind === 'passkey_removed') await notice(data.kind, account.email)
    else if (data.kind === 'data_export') {
      const values = { link: accountPage(context.config.public_url, 'settings/data', language), days: dataExportDays }
      await context.mail.send({
        to: account.email,
        subject: translate(mail, language, 'data_export.subject'),
        text: translate(mail, language, 'data_export.text', values),
      })
    }
    // an account without a password gets an invitation, also when a reset was requested
    else if (account.password_hash === null) await sendToken(context, 'activation', account, language)
    else if (data.kind === 'password_reset' && !isOutdated(data, context.clock())) await sendToken(context, 'password_reset', account, language)
  },
}

export const accountJobs = [sendAccountMail]
