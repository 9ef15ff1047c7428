import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Transporter } from 'nodemailer'
import type { Config } from '../config/config.ts'
import type { Mailer, MailMessage, SentMail } from '../context/app-context.ts'
import { currentJobId } from '../database/origin.ts'
import { apiError } from '../errors/api-error.ts'
import { escapeHtml } from './mailbox-page.ts'

const timeoutMs = 10_000
const maxStoredMails = 200

/** Prevents header injection by a line break in a subject. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

/** Adds an HTML version that shows the text as it was written, unless there is one. */
const withHtml = (message: MailMessage): Required<MailMessage> => ({
  ...message,
  html: message.html ?? `<div style="font-size:16px;line-height:1.75;white-space:pre-wrap">${escapeHtml(message.text)}</div>`,
})

type SmtpError = { code?: string; responseCode?: number; response?: string }

/**
 * Whether the server refused this recipient for good, by the status of RFC 3463: an address that does not exist or has moved, or a mailbox that is disabled or
 * full. Other refusals may concern every mail, such as a limit of the account or a policy of the server, and are retried.
 */
const isPermanent = ({ responseCode = 0, response = '' }: SmtpError) => responseCode >= 500 && /^5\d\d[ -]5\.(1\.(1|2|3|6|10)|2\.[0-3])\b/.test(response)

/**
 * The `Message-ID` of a mail that a job sends. It is the same for each try of the job, so that the recipient sees only one mail if a try failed after the
 * server had accepted it. A mail whose text changed, such as one with a new code, is another mail.
 */
const messageIdOf = ({ to, subject, text }: MailMessage, from: string): string | undefined => {
  const job_id = currentJobId()
  if (job_id === undefined) return undefined
  const hash = createHash('sha256')
    .update(JSON.stringify([job_id, to, subject, text]))
    .digest('hex')
  // half of it, so that the header is not folded
  return `<${hash.slice(0, 32)}@${/@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'}>`
}

const openSmtp = (smtp_url: string, from: string, log: FastifyBaseLogger): Mailer => {
  let transport: Promise<Transporter> | undefined
  // loaded with the first mail
  const connect = async () =>
    (await import('nodemailer')).createTransport(
      {
        url: smtp_url,
        pool: true,
        maxConnections: 2,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        dnsTimeout: timeoutMs,
        logger: false,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    )
  const send = async (message: MailMessage) => {
    const { to, subject, text, html } = withHtml(message)
    const messageId = messageIdOf(message, from)
    try {
      transport ??= connect().catch((error) => {
        // the next mail loads it again
        transport = undefined
        throw error
      })
      // socketTimeout restarts with every byte, so limit the whole delivery; the signal also ends the connection, so that nothing is delivered after a retry
      const signal = AbortSignal.timeout(timeoutMs)
      await (await transport).sendMail({ to: { name: '', address: to }, subject: oneLine(subject), text, html, signal, ...(messageId && { messageId }) })
    } catch (error) {
      // log only codes, because the server's reply quotes the address
      const { code, responseCode } = error as SmtpError
      log.warn({ code: String(code ?? 'unknown'), ...(typeof responseCode === 'number' && { status: responseCode }) }, 'mail not sent')
      throw apiError('mail_unavailable', { isPermanent: isPermanent(error as SmtpError) })
    }
  }
  return { send, close: async () => (await transport)?.close() }
}

/** Stores mails as files whose names sort by time. The queue keeps the order of this server's mails. */
const openMailbox = (data_dir: string, log: FastifyBaseLogger): Mailer => {
  const folder = join(data_dir, 'mail')
  let lastTime = 0
  let queue: Promise<unknown> = Promise.resolve()

  const names = async () => {
    const fileNames = await readdir(folder).catch(() => [] as string[])
    return fileNames.filter((name) => /^\d{15}-[0-9a-f]{8}\.json$/.test(name)).sort()
  }

  const write = async (message: MailMessage) => {
    const at = Math.max(Date.now(), lastTime + 1)
    lastTime = at
    const sentMail: SentMail = { ...withHtml(message), sent_at: new Date(at).toISOString() }
    const name = `${String(at).padStart(15, '0')}-${randomBytes(4).toString('hex')}.json`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = await open(join(folder, `${name}.half`), 'wx', 0o600)
    try {
      await file.writeFile(JSON.stringify(sentMail))
    } finally {
      await file.close()
    }
    await rename(join(folder, `${name}.half`), join(folder, name))
    const oldNames = (await names()).slice(0, -maxStoredMails)
    for (const oldName of oldNames) await rm(join(folder, oldName), { force: true })
  }

  const send = (message: MailMessage) => {
    const writing = queue.then(() => write(message))
    queue = writing.catch(() => {})
    return writing.catch((error) => {
      log.warn({ code: String((error as NodeJS.ErrnoException).code ?? 'unknown') }, 'mail not stored')
      throw apiError('mail_unavailable')
    })
  }

  const mailbox = async () => {
    const newest = (await names()).reverse()
    const read = await Promise.all(newest.map((name) => readFile(join(folder, name), 'utf8').catch(() => undefined)))
    return read.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as SentMail]))
  }

  return { send, mailbox, close: async () => void (await queue) }
}

/** SMTP if SMTP_URL is set, else the mailbox in DATA_DIR. Addresses, subjects and texts are never logged. */
export const openMail = ({ smtp_url, mail_from, data_dir }: Pick<Config, 'smtp_url' | 'mail_from' | 'data_dir'>, log: FastifyBaseLogger): Mailer =>
  smtp_url ? openSmtp(smtp_url, mail_from, log) : openMailbox(data_dir, log)
