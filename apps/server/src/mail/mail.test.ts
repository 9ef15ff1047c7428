import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MailMessage } from '../context/app-context.ts'
import { withOrigin } from '../database/origin.ts'
import { logOptions } from '../observability/log.ts'
import { openMail } from './mail.ts'

let data_dir: string
let logged: string
const log = pino(logOptions('trace'), {
  write: (line: string) => {
    logged += line
  },
})
beforeEach(() => {
  data_dir = mkdtempSync(join(tmpdir(), 'mail-'))
  logged = ''
})
afterEach(() => rmSync(data_dir, { recursive: true }))

const mailMessage = (number: number): MailMessage => ({
  to: 'hanako@example.com',
  subject: `件名${number}`,
  text: `本文 ${number}\n`,
  html: `<p>${number}</p>`,
})
const openDemo = () => openMail({ smtp_url: undefined, mail_from: 'x@localhost', data_dir }, log)

test('the mailbox lists the mails newest first, also after a restart', async () => {
  const mail = openDemo()
  await Promise.all([1, 2, 3].map((index) => mail.send(mailMessage(index))))
  await mail.close()
  const items = await openDemo().mailbox!()
  expect(items.map((item) => item.subject)).toEqual(['件名3', '件名2', '件名1'])
  expect(items[0]).toEqual({ ...mailMessage(3), sent_at: expect.stringMatching(/^\d{4}-.*Z$/) })
})

test('a mail without HTML gets its escaped text as HTML', async () => {
  const mail = openDemo()
  await mail.send({ to: 'a@example.com', subject: 's', text: '1 < 2\n3' })
  expect((await mail.mailbox!())[0]!.html).toMatch(/pre-wrap">1 &lt; 2\n3</)
})

test('the mailbox keeps the newest 200 mails', async () => {
  const mail = openDemo()
  await Promise.all(Array.from({ length: 205 }, (_, number) => mail.send(mailMessage(number))))
  const items = await mail.mailbox!()
  expect(items).toHaveLength(200)
  expect(items[0]!.subject).toBe('件名204')
  expect(items.at(-1)!.subject).toBe('件名5')
})

/** A minimal SMTP server; `refuse` quotes the address in its reply, as real servers do. `drip` never ends its last reply. */
const smtp = async (behaviour: 'take' | 'refuse' | 'sleep' | 'drip', refusal = '550 5.1.1 <hanako@example.com> 件名1 unknown here') => {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (behaviour === 'sleep') return
    let inData = false
    let body = ''
    socket.write('220 mail ready\r\n')
    socket.on('data', (bytes) => {
      if (inData) {
        body += bytes
        if (!body.endsWith('\r\n.\r\n')) return
        inData = false
        received.push(body)
        body = ''
        if (behaviour === 'drip') {
          const timer = setInterval(() => socket.write('250-wait\r\n'), 100)
          socket.on('close', () => clearInterval(timer))
        } else socket.write('250 taken\r\n')
        return
      }
      for (const line of String(bytes).split('\r\n').filter(Boolean)) {
        if (/^RCPT/.test(line) && behaviour === 'refuse') socket.write(`${refusal}\r\n`)
        else if (/^DATA/.test(line)) {
          inData = true
          socket.write('354 go on\r\n')
        } else socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: `smtp://127.0.0.1:${port}`, got: received, sockets, close }
}

test('sends by SMTP, and a line break in a subject adds no header', async () => {
  const server = await smtp('take')
  const mail = openMail({ smtp_url: server.url, mail_from: 'すこやか <no-reply@localhost>', data_dir }, log)
  await mail.send({ ...mailMessage(1), subject: 'hello\r\nBcc: eve@example.com' })
  await mail.close()
  server.close()
  expect(server.got).toHaveLength(1)
  expect(server.got[0]).toContain('To: hanako@example.com')
  expect(server.got[0]).toContain('Subject: hello Bcc: eve@example.com')
  expect(server.got[0]).not.toMatch(/^Bcc:/m)
  expect(mail.mailbox).toBeUndefined()
})

test('logs the code of a rejected mail, but neither address nor text', async () => {
  const server = await smtp('refuse')
  const mail = openMail({ smtp_url: server.url, mail_from: 'x@localhost', data_dir }, log)
  await expect(mail.send(mailMessage(1))).rejects.toMatchObject({ code: 'mail_unavailable' })
  await mail.close()
  server.close()
  expect(logged).toContain('mail not sent')
  expect(logged).toContain('550')
  expect(logged).not.toMatch(/hanako|件名|本文/)
})

test.each([
  ['550 5.1.1 unknown here', true],
  ['552 5.2.2 mailbox full', true],
  ['550 no such user', false],
  ['550 5.4.5 daily user sending limit exceeded', false],
  ['451 4.3.0 try again later', false],
  ['554 5.7.1 relay access denied', false],
])('the refusal “%s” is permanent: %s', async (refusal, isPermanent) => {
  const server = await smtp('refuse', refusal)
  const mail = openMail({ smtp_url: server.url, mail_from: 'x@localhost', data_dir }, log)
  await expect(mail.send(mailMessage(1))).rejects.toMatchObject({ code: 'mail_unavailable', details: { isPermanent } })
  await mail.close()
  server.close()
})

test('an unreachable mail server gives mail_unavailable', async () => {
  const server = await smtp('take')
  server.close()
  const mail = openMail({ smtp_url: server.url, mail_from: 'x@localhost', data_dir }, log)
  await expect(mail.send(mailMessage(1))).rejects.toMatchObject({ code: 'mail_unavailable' })
  await mail.close()
})

test('a mail server that accepts the connection but sends nothing gives mail_unavailable', async () => {
  const server = await smtp('sleep')
  const mail = openMail({ smtp_url: server.url, mail_from: 'x@localhost', data_dir }, log)
  await expect(mail.send(mailMessage(1))).rejects.toMatchObject({ code: 'mail_unavailable' })
  await mail.close()
  server.close()
})

test('a delivery that takes too long fails, and its connection is closed, so that nothing is delivered later', async () => {
  const server = await smtp('drip')
  const mail = openMail({ smtp_url: server.url, mail_from: 'x@localhost', data_dir }, log)
  const sending = mail.send(mailMessage(1))
  await expect.poll(() => server.got.length).toBe(1)
  await expect(sending).rejects.toMatchObject({ code: 'mail_unavailable' })
  await expect.poll(() => server.sockets.size).toBe(0)
  await mail.close()
  server.close()
})

test('each try of a job sends a mail with the same Message-ID; another text, recipient or job has another one', async () => {
  const server = await smtp('take')
  const mail = openMail({ smtp_url: server.url, mail_from: 'すこやか <no-reply@clinic.example>', data_dir }, log)
  const send = (job_id: string | undefined, message: MailMessage) =>
    withOrigin({ user_id: undefined, request_id: 'job:mail', ...(job_id && { job_id }) }, () => mail.send(message))
  await send('a', mailMessage(1))
  await send('a', mailMessage(1))
  await send('a', mailMessage(2))
  await send('a', { ...mailMessage(1), to: 'taro@example.com' })
  await send('b', mailMessage(1))
  await send(undefined, mailMessage(1))
  await send(undefined, mailMessage(1))
  await mail.close()
  server.close()
  const ids = server.got.map((text) => /^Message-ID:\s+<([^>]+@clinic\.example)>/im.exec(text)?.[1])
  expect(ids[0]).toBe(ids[1])
  expect(new Set(ids).size).toBe(6)
})
