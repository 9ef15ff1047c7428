import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'content-disposition'
import { sniff } from '../../src/files/content-type.ts'
import { hasChromium, openBrowser } from '../../test/browser.ts'
import { bestMs } from '../../test/patience.ts'
import { type Hostile, hostileNames, traces } from './hostile-files.ts'

export type AppContext = { url: string; data_dir: string; doctor: Person; category_id: number; user_id: number; door?: Door }
/** Upload endpoints: pictures of an examination, images of a message, files of a message. */
type Door = 'examination' | 'picture' | 'file'
type Person = { token: string; email: string }
export const authorizationOf = ({ token, email }: Person) => `Token token="${token}", email="${email}"`
const cookieOf = ({ token, email }: Person) => `accessToken=${token}; email=${encodeURIComponent(email)}`

/** Whether both file names, the plain one and the one in UTF-8, are names without a path, control characters or characters that turn the text. */
const isSafeName = (disposition: string, type: string) =>
  [disposition, disposition.replace(/; filename\*=.*/, '')].every((header) => {
    try {
      const { type: found, parameters } = parse(header)
      return found === type && /^[^.\p{C}\p{Zl}\p{Zp}\\/][^\p{C}\p{Zl}\p{Zp}\\/]*$/u.test(parameters.filename ?? '')
    } catch {
      return false
    }
  })

const doors = {
  examination: { path: '/api/image_test_results', field: 'images[]' },
  picture: { path: '/api/messages/image', field: 'images[]' },
  file: { path: '/api/messages/file', field: 'files[]' },
} as const

/** What this endpoint accepts: messages take no MOV or WebM, and documents only as files. */
export const throughDoor = (door: Door, files: Hostile[]): Hostile[] =>
  files.map((file) => ({ ...file, isKept: file.isKept && !/\.(mov|webm)$/.test(file.filename) && (door === 'file' || !file.servedAs) }))

type Answer = { status: number; images: { original: string; variants: Record<string, string> | null }[] }

export const upload = async (
  { url, doctor, user_id, category_id, door = 'examination' }: AppContext,
  { filename, type, content }: Omit<Hostile, 'name' | 'isKept'>,
): Promise<Answer> => {
  const boundary = 'hostile'
  const field = (name: string, value: unknown) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  // browsers escape these characters, other clients may not
  const shown = filename.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign))
  const fields: object = door === 'examination' ? { user_id, category_id, recorded_at: '2026-01-10T00:00:00Z' } : { patient_id: user_id }
  const said = Object.entries(fields)
    .map(([name, value]) => field(name, value))
    .join('')
  const head = `${said}--${boundary}\r\nContent-Disposition: form-data; name="${doors[door].field}"; filename="${shown}"\r\nContent-Type: ${type}\r\n\r\n`
  const answer = await fetch(`${url}${doors[door].path}`, {
    method: 'POST',
    headers: { connection: 'close', authorization: authorizationOf(doctor), 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  type Said = { images?: { original?: string; variants: Record<string, string> | null }[]; files?: { address: string }[] }
  const { images = [], files = [] } = (await answer.json()) as Said
  // messages list the original among the variants
  const kept = images.map(({ variants, original }) => (original ? { original, variants } : { original: variants!.original!, variants }))
  const handed = files.map(({ address }) => ({ original: address, variants: null }))
  return { status: answer.status, images: [...kept, ...handed] }
}

/** All files in the data folder, without the database and the store's own folders. */
const held = (data_dir: string) =>
  readdirSync(data_dir, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('postgres') && !['files', 'uploads', join('files', '.half')].includes(path),
  )
const isKey = (path: string) => /^files[/\\][0-9a-f]{36}(-large|-medium|-small)?$/.test(path)

const addressesOf = ({ images }: Answer) => images.flatMap(({ original, variants }) => [original, ...Object.values(variants ?? {})])

/** Uploads each file and checks everything that is served from it. */
export const judge = async (context: AppContext, files: Hostile[], patience?: number) => {
  const failures: string[] = []
  const opened: string[] = []
  const before = held(context.data_dir)
  let slowest = 0
  for (const [i, file] of files.entries()) {
    const say = (what: string) => void failures.push(`${file.name}: ${what}`)
    const was = held(context.data_dir).length
    let answer: Answer = { status: 0, images: [] }
    const send = async () => {
      answer = await upload(context, file.isKept ? { ...file, filename: hostileNames[i % hostileNames.length]! } : file)
    }
    const ms = await bestMs(2_000, send, patience)
    if (!file.isKept) slowest = Math.max(slowest, ms)
    if (ms > 2_000) say(`took ${Math.round(ms)} ms`)
    if (file.isKept ? answer.status !== 201 : ![400, 413, 415, 422].includes(answer.status)) say(`answered ${answer.status}`)
    if (!file.isKept && held(context.data_dir).length !== was) say('something was stored')
    for (const address of addressesOf(answer)) {
      const { status, headers, bytes } = await look(context, address)
      opened.push(address)
      if (status !== 200) {
        say(`cannot be opened (${status})`)
        continue
      }
      const type = headers.get('content-type') ?? ''
      if (file.servedAs ? type !== file.servedAs || !bytes.equals(file.content) : !shown.test(type) || type !== sniffed(bytes)) say(`is served as ${type}`)
      if (headers.get('x-content-type-options') !== 'nosniff' || !headers.get('content-security-policy')?.includes('sandbox'))
        say('lacks nosniff or the sandbox policy')
      const disposition = headers.get('content-disposition') ?? ''
      if (!isSafeName(disposition, context.door === 'file' ? 'attachment' : 'inline')) say(`is called ${disposition}`)
      for (const trace of file.servedAs ? [] : traces) if (bytes.includes(trace)) say(`still contains ${trace}`)
    }
  }
  const strange = held(context.data_dir).filter((path) => !before.includes(path) && !isKey(path))
  for (const path of strange) failures.push(`${path} is outside the store`)
  return { n: files.length, failures, opened, slowest: Math.round(slowest) }
}

const look = async ({ url, doctor }: AppContext, address: string) => {
  const answer = await fetch(`${url}${address}`, { headers: { connection: 'close', cookie: cookieOf(doctor) } })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const shown = /^(image\/(jpeg|webp)|video\/(mp4|webm|quicktime))$/
const sniffed = (bytes: Buffer) => {
  try {
    return sniff(bytes.subarray(0, 4_100)).content_type
  } catch {
    return undefined
  }
}

/** Opens each URL in Chromium: signed in it shows or downloads, signed out it answers 404, and nothing runs. */
export const browse = async (context: AppContext, addresses: string[], handed: string[] = []): Promise<{ n: number; failures: string[] }> => {
  if (!hasChromium) return { n: 0, failures: [] }
  const browser = await openBrowser()
  const failures: string[] = []
  try {
    for (const isIn of [true, false]) {
      const browserContext = await browser.newContext()
      const { hostname } = new URL(context.url)
      const cookies = { accessToken: context.doctor.token, email: encodeURIComponent(context.doctor.email) }
      if (isIn) await browserContext.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, domain: hostname, path: '/' })))
      const page = await browserContext.newPage()
      page.on('dialog', (dialog) => {
        failures.push(`${page.url()} opened a dialog`)
        void dialog.dismiss()
      })
      page.on(
        'download',
        (download) =>
          void (
            /\.(jpg|webp|mp4|webm|mov|pdf|docx|xlsx|pptx)$/.test(download.suggestedFilename()) ||
            failures.push(`${download.suggestedFilename()} was downloaded`)
          ),
      )
      for (const address of [...addresses, ...handed]) {
        const answer = await page.goto(`${context.url}${address}`).catch(() => undefined)
        if (answer && isIn && handed.includes(address)) failures.push(`${address} was shown`)
        if (answer && answer.status() !== (isIn ? 200 : 404)) failures.push(`${address} was answered ${answer.status()}, signed ${isIn ? 'in' : 'out'}`)
        if ((await page.title()).includes('executed') || (await page.evaluate('"executed" in window'))) failures.push(`${address} was executed`)
      }
      await browserContext.close()
    }
  } finally {
    await browser.close()
  }
  return { n: (addresses.length + handed.length) * 2, failures }
}
