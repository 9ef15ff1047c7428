import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'content-disposition'
import { sniff } from '../../src/files/content-type.ts'
import { hasChromium, openBrowser } from '../../test/browser.ts'
import { bestMs } from '../../test/wait-until.ts'
import { animation, type HostileFile, hostileNames, traces } from './hostile-files.ts'

export type UploadContext = { url: string; data_dir: string; doctor: Person; category_id: number; user_id: number; target?: UploadTarget }
/** Upload endpoints: pictures of an examination, images of a message, files of a message. */
type UploadTarget = 'examination' | 'picture' | 'file'
type Person = { token: string; email: string }
export const authorizationOf = ({ token, email }: Person) => `Token token="${token}", email="${email}"`
const cookieOf = ({ token, email }: Person) => `accessToken=${token}; email=${encodeURIComponent(email)}`

/** Whether the disposition has this type and its file names (plain and UTF-8) have no path, leading dot, control, direction or line separator character. */
const isSafeName = (disposition: string, type: string) =>
  [disposition, disposition.replace(/; filename\*=.*/, '')].every((header) => {
    try {
      const { type: dispositionType, parameters } = parse(header)
      return dispositionType === type && /^[^.\p{C}\p{Zl}\p{Zp}\\/][^\p{C}\p{Zl}\p{Zp}\\/]*$/u.test(parameters.filename ?? '')
    } catch {
      return false
    }
  })

const uploadTargets = {
  examination: { path: '/api/image_test_results', field: 'images[]' },
  picture: { path: '/api/messages/image', field: 'images[]' },
  file: { path: '/api/messages/file', field: 'files[]' },
} as const

const isTakenBy = (target: UploadTarget, { name, filename, servedAs }: HostileFile) =>
  target === 'examination' ? name !== animation : !/\.(mov|webm)$/.test(filename) && (target === 'file' || !servedAs)

/** The files, with `isAccepted` changed for this endpoint: examinations take no animation, messages no MOV or WebM, and documents only as files. */
export const filesForTarget = (target: UploadTarget, files: HostileFile[]): HostileFile[] =>
  files.map((file) => ({ ...file, isAccepted: file.isAccepted && isTakenBy(target, file) }))

type UploadResponse = { status: number; images: { original: string; variants: Record<string, string> | null }[] }

export const upload = async (
  { url, doctor, user_id, category_id, target = 'examination' }: UploadContext,
  { filename, type, content }: Omit<HostileFile, 'name' | 'isAccepted'>,
): Promise<UploadResponse> => {
  const boundary = 'hostile'
  const field = (name: string, value: unknown) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  // browsers escape these characters, other clients may not
  const escapedName = filename.replace(/["\r\n]/g, (character) => encodeURIComponent(character))
  const fields: object = target === 'examination' ? { user_id, category_id, recorded_at: '2026-01-10T00:00:00Z' } : { patient_id: user_id }
  const formFields = Object.entries(fields)
    .map(([name, value]) => field(name, value))
    .join('')
  const head = `${formFields}--${boundary}\r\nContent-Disposition: form-data; name="${uploadTargets[target].field}"; filename="${escapedName}"\r\nContent-Type: ${type}\r\n\r\n`
  const response = await fetch(`${url}${uploadTargets[target].path}`, {
    method: 'POST',
    headers: { connection: 'close', authorization: authorizationOf(doctor), 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  type UploadReply = { images?: { original?: string; variants: Record<string, string> | null }[]; files?: { address: string }[] }
  const { images = [], files = [] } = (await response.json()) as UploadReply
  // messages list the original among the variants
  const imageUrls = images.map(({ variants, original }) => (original ? { original, variants } : { original: variants!.original!, variants }))
  const fileUrls = files.map(({ address }) => ({ original: address, variants: null }))
  return { status: response.status, images: [...imageUrls, ...fileUrls] }
}

/** All files in the data folder, without the database and what the store has of its own: the server writes its owner within a minute of the start. */
const storedPaths = (data_dir: string) =>
  readdirSync(data_dir, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('postgres') && !['files', 'uploads', join('files', '.half'), join('files', 'installation')].includes(path),
  )
const isKey = (path: string) => /^files[/\\][0-9a-f]{36}(-large|-medium|-small)?$/.test(path)

const urlsOf = ({ images }: UploadResponse) => images.flatMap(({ original, variants }) => [original, ...Object.values(variants ?? {})])

/** Uploads each file and checks everything that is served from it. */
export const judge = async (context: UploadContext, files: HostileFile[], timeoutMs?: number) => {
  const failures: string[] = []
  const openedUrls: string[] = []
  const before = storedPaths(context.data_dir)
  let slowest = 0
  for (const [i, file] of files.entries()) {
    const addFailure = (problem: string) => void failures.push(`${file.name}: ${problem}`)
    const storedBefore = storedPaths(context.data_dir).length
    let response: UploadResponse = { status: 0, images: [] }
    const send = async () => {
      response = await upload(context, file.isAccepted ? { ...file, filename: hostileNames[i % hostileNames.length]! } : file)
    }
    const ms = await bestMs(2_000, send, timeoutMs)
    if (!file.isAccepted) slowest = Math.max(slowest, ms)
    if (ms > 2_000) addFailure(`took ${Math.round(ms)} ms`)
    if (file.isAccepted ? response.status !== 201 : ![400, 413, 415, 422].includes(response.status)) addFailure(`returned ${response.status}`)
    if (!file.isAccepted && storedPaths(context.data_dir).length !== storedBefore) addFailure('something was stored')
    for (const fileUrl of urlsOf(response)) {
      const { status, headers, bytes } = await openFile(context, fileUrl)
      openedUrls.push(fileUrl)
      if (status !== 200) {
        addFailure(`cannot be opened (${status})`)
        continue
      }
      const type = headers.get('content-type') ?? ''
      if (file.servedAs ? type !== file.servedAs || !bytes.equals(file.content) : !servedTypes.test(type) || type !== sniffType(bytes))
        addFailure(`is served as ${type}`)
      if (headers.get('x-content-type-options') !== 'nosniff' || !headers.get('content-security-policy')?.includes('sandbox'))
        addFailure('lacks nosniff or the sandbox policy')
      const disposition = headers.get('content-disposition') ?? ''
      if (!isSafeName(disposition, context.target === 'file' ? 'attachment' : 'inline')) addFailure(`is called ${disposition}`)
      for (const trace of file.servedAs ? [] : traces) if (bytes.includes(trace)) addFailure(`still contains ${trace}`)
    }
  }
  const unexpectedPaths = storedPaths(context.data_dir).filter((path) => !before.includes(path) && !isKey(path))
  for (const path of unexpectedPaths) failures.push(`${path} is outside the store`)
  return { n: files.length, failures, opened: openedUrls, slowest: Math.round(slowest) }
}

const openFile = async ({ url, doctor }: UploadContext, fileUrl: string) => {
  const response = await fetch(`${url}${fileUrl}`, { headers: { connection: 'close', cookie: cookieOf(doctor) } })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}
const servedTypes = /^(image\/(jpeg|webp)|video\/(mp4|webm|quicktime))$/
const sniffType = (bytes: Buffer) => {
  try {
    return sniff(bytes.subarray(0, 4_100)).content_type
  } catch {
    return undefined
  }
}

/** Opens each URL in Chromium: with a session it is shown or downloaded, without one it returns 404, and nothing runs. */
export const browse = async (context: UploadContext, urls: string[], downloads: string[] = []): Promise<{ n: number; failures: string[] }> => {
  if (!hasChromium) return { n: 0, failures: [] }
  const browser = await openBrowser()
  const failures: string[] = []
  try {
    for (const isSignedIn of [true, false]) {
      const browserContext = await browser.newContext()
      const { hostname } = new URL(context.url)
      const cookies = { accessToken: context.doctor.token, email: encodeURIComponent(context.doctor.email) }
      if (isSignedIn) await browserContext.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, domain: hostname, path: '/' })))
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
      for (const fileUrl of [...urls, ...downloads]) {
        const response = await page.goto(`${context.url}${fileUrl}`).catch(() => undefined)
        if (response && isSignedIn && downloads.includes(fileUrl)) failures.push(`${fileUrl} was shown`)
        if (response && response.status() !== (isSignedIn ? 200 : 404))
          failures.push(`${fileUrl} returned ${response.status()}, signed ${isSignedIn ? 'in' : 'out'}`)
        if ((await page.title()).includes('executed') || (await page.evaluate('"executed" in window'))) failures.push(`${fileUrl} was executed`)
      }
      await browserContext.close()
    }
  } finally {
    await browser.close()
  }
  return { n: (urls.length + downloads.length) * 2, failures }
}
