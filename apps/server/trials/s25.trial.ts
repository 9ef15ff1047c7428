import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tagsOf, webmOf } from '../src/demo/files/webm.ts'
import { formOf } from '../test/form.ts'
import { mp4Of, notesOf, text } from '../test/mp4.ts'
import { openTestApp, type TestApp } from '../test/test-app.ts'
import { isFull, report } from './kit/report.ts'

const run = promisify(execFile)
const exiftool = join(dirname(createRequire(import.meta.url).resolve('exiftool-vendored.pl/package.json')), 'bin/exiftool')
const perl = ['/usr/bin/perl', '/usr/local/bin/perl', '/opt/homebrew/bin/perl'].find(existsSync)
/** Tags of the file format and of decoding. All others are metadata, as are those of them that `identifyingTags` matches. */
const harmless = /^(SourceFile|ExifTool|System|File|JFIF|RIFF|Composite|QuickTime|Track\d|Matroska|Info:(TimecodeScale|MuxingApp|WritingApp|Duration)$)/
const identifyingTags =
  /GPS|Location|Latitude|Longitude|Serial|Owner|Artist|By-?line|Creator|Author|Copyright|\bMake\b|Model|Software|Lens|Thumbnail|Comment|Keywords|Title|Description|ImageUniqueID/i
const canary = 'CANARY'

let testApp: TestApp
let folder: string
let category_id: number
beforeAll(async () => {
  testApp = await openTestApp()
  folder = mkdtempSync(join(tmpdir(), 'sukoyaka-s25-'))
  category_id = Number((await testApp.context.db.execute<{ id: number }>(sql`select min(id) as id from result_categories where type = 1`)).rows[0]!.id)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [imageWidth, imageHeight] = [96, 64]
/** Red, green, blue and yellow, from top left to bottom right. */
const corners = [
  [220, 30, 30],
  [30, 180, 30],
  [30, 30, 220],
  [220, 200, 30],
]
const upright = () => {
  const pixels = Buffer.alloc(imageWidth * imageHeight * 3)
  for (let y = 0; y < imageHeight; y++)
    for (let x = 0; x < imageWidth; x++) pixels.set(corners[(y < imageHeight / 2 ? 0 : 2) + (x < imageWidth / 2 ? 0 : 1)]!, (y * imageWidth + x) * 3)
  return pixels
}
/** Pixels as a rotated camera stores them, so that the EXIF orientation shows them upright. */
const rotatedFor = async (orientation: number) => {
  const rotate = async (input: Buffer, width: number, height: number, transform: (picture: Sharp) => Sharp) => {
    const { data, info } = await transform(sharp(input, { raw: { width, height, channels: 3 } }))
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  }
  const degrees = { 1: 0, 2: 0, 3: 180, 4: 180, 5: 90, 6: 270, 7: 270, 8: 90 }[orientation]!
  const first = await rotate(upright(), imageWidth, imageHeight, (picture) => (degrees ? picture.rotate(degrees) : picture))
  return [2, 4, 5, 7].includes(orientation) ? rotate(first.data, first.width, first.height, (picture) => picture.flop()) : first
}

type Photo = { name: string; orientation: number }
const kinds = ['jpg', 'png', 'webp', 'tif'] as const
const photos: Photo[] = Array.from({ length: 20 }, (_, i) => ({ name: `${i}.${i < 12 ? 'jpg' : kinds[i % 4]}`, orientation: (i % 8) + 1 }))

/** Twenty photos with the metadata of phones and cameras. */
const createPhotos = async (dir: string) => {
  mkdirSync(dir)
  const thumb = join(folder, 'thumb.jpg')
  await sharp({ create: { width: 20, height: 10, channels: 3, background: '#fff' } })
    .jpeg()
    .toFile(thumb)
  for (const { name, orientation } of photos) {
    const { data, width, height } = await rotatedFor(orientation)
    const picture = sharp(data, { raw: { width, height, channels: 3 } })
    const kind = name.split('.')[1]
    await (kind === 'jpg'
      ? picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      : kind === 'png'
        ? picture.png()
        : kind === 'webp'
          ? picture.webp({ lossless: true })
          : picture.tiff()
    ).toFile(join(dir, name))
  }
  const tags = [
    ['GPSLatitude', '35.68'], ['GPSLatitudeRef', 'N'], ['GPSLongitude', '139.76'], ['GPSLongitudeRef', 'E'], ['EXIF:Make', canary], ['EXIF:Model', canary], ['EXIF:SerialNumber', canary],
    ['EXIF:LensSerialNumber', canary], ['EXIF:OwnerName', canary], ['EXIF:Artist', canary], ['EXIF:Copyright', canary], ['EXIF:Software', canary], ['EXIF:UserComment', canary],
    ['XMP-dc:Creator', canary], ['XMP-photoshop:City', canary], ['XMP-exif:GPSLatitude', '35.68'], ['XMP-dc:Description', canary], ['IPTC:By-line', canary], ['IPTC:City', canary], ['IPTC:Keywords', canary], ['Comment', canary],
  ] // biome-ignore format: a list of tags
  const tagArgs = tags.map(([name, value]) => `-${name}=${value}`)
  for (let orientation = 1; orientation <= 8; orientation++) {
    const names = photos.filter((photo) => photo.orientation === orientation).map(({ name }) => join(dir, name))
    await run(perl!, [exiftool, '-q', '-m', '-overwrite_original', ...tagArgs, `-ThumbnailImage<=${thumb}`, `-Orientation#=${orientation}`, ...names])
  }
}

const createVideos = async () => {
  const webp = await sharp({ create: { width: 32, height: 24, channels: 3, background: '#345' } })
    .webp()
    .toBuffer()
  const tracks = [
    { handler: 'vide', name: canary, samples: [text('picture')], notes: notesOf(canary) },
    { handler: 'meta', name: canary, samples: [text(`${canary} +35.6812+139.7671`)] },
  ]
  return [
    { name: 'film.mp4', content: mp4Of(tracks, notesOf(canary)) },
    { name: 'film.mov', content: mp4Of(tracks, notesOf(canary), 'qt  ') },
    { name: 'film.webm', content: webmOf([webp], { width: 32, height: 24, pictureMs: 40, more: [tagsOf({ LOCATION: canary, ARTIST: canary })] }) },
  ]
}

const tagsIn = async (dir: string): Promise<string[]> => {
  const { stdout } = await run(perl!, [exiftool, '-a', '-G1', '-j', '-r', '-q', '-api', 'LargeFileSupport=1', dir], { maxBuffer: 50_000_000 }).catch(
    (error: { stdout: string }) => error,
  )
  const files = JSON.parse(stdout || '[]') as Record<string, unknown>[]
  return files.flatMap((file) =>
    Object.entries(file)
      .filter(
        ([name, value]) =>
          name !== 'SourceFile' &&
          (!harmless.test(name) || (identifyingTags.test(name.split(':').at(-1)!) && !/^System/.test(name)) || String(value).includes(canary)),
      )
      .map(([name]) => `${String(file.SourceFile).slice(dir.length + 1)}: ${name}`),
  )
}

/** Whether the shape and the colours of the four corners are the original ones. */
const isUpright = async (content: Buffer) => {
  const { data, info } = await sharp(content).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  if (Math.abs(info.width / info.height - imageWidth / imageHeight) > 0.02) return false
  const isNear = (x: number, y: number, colour: number[]) =>
    colour.every((value, channel) => Math.abs(data[(y * info.width + x) * info.channels + channel]! - value) < 40)
  const [left, right, upper, lower] = [4, info.width - 5, 4, info.height - 5]
  return isNear(left, upper, corners[0]!) && isNear(right, upper, corners[1]!) && isNear(left, lower, corners[2]!) && isNear(right, lower, corners[3]!)
}

type ServedFile = { file: string; content: Buffer; isPicture: boolean }
const judge = async (name: string, servedFiles: ServedFile[]) => {
  const dir = join(folder, name)
  mkdirSync(dir)
  const failures: string[] = []
  for (const { file, content, isPicture } of servedFiles) {
    writeFileSync(join(dir, file), content)
    if (content.includes(canary)) failures.push(`${file} still contains the canary`)
    if (isPicture && !(await isUpright(content).catch(() => false))) failures.push(`${file} is not upright`)
  }
  return [...failures, ...(await tagsIn(dir))]
}

/** Sends pictures in messages, as images or as files, and downloads every variant. */
const uploadToMessages = async (sentFiles: { name: string; content: Buffer }[], kind: 'image' | 'file'): Promise<ServedFile[]> => {
  const { doctor } = testApp.staff
  const servedFiles: ServedFile[] = []
  for (const { name, content } of sentFiles) {
    const { status, body } = await doctor.request('POST', `/api/messages/${kind}`, {
      body: formOf({ patient_id: testApp.hanako.id }, `${kind}s[]`, { filename: name, content }),
    })
    if (status !== 201) throw new Error(`${name} was rejected: ${body.code}`)
    const urls: Record<string, string> = kind === 'image' ? body.images[0].variants : { original: body.files[0].address }
    const { content_type } = (kind === 'image' ? body.images : body.files)[0]
    for (const [size, url] of Object.entries(urls)) {
      const { rawPayload } = await testApp.app.inject({ url, headers: { authorization: `Token token="${doctor.token}", email="${doctor.email}"` } })
      servedFiles.push({ file: `${kind}-${name}-${size}.${size === 'original' ? content_type.split('/')[1] : 'webp'}`, content: rawPayload, isPicture: true })
    }
  }
  return servedFiles
}

/** Uploads pictures and videos to examinations and downloads every size. */
const uploadToExamination = async (sentFiles: { name: string; content: Buffer }[]): Promise<ServedFile[]> => {
  const { doctor } = testApp.staff
  const fields = { user_id: testApp.hanako.id, category_id, recorded_at: '2026-01-10T00:00:00Z' }
  const servedFiles: ServedFile[] = []
  for (const { name, content } of sentFiles) {
    const { status, body } = await doctor.request('POST', '/api/image_test_results', { body: formOf(fields, 'images[]', { filename: name, content }) })
    if (status !== 201) throw new Error(`${name} was rejected: ${body.code}`)
    const [image] = body.images
    for (const [size, url] of Object.entries({ original: image.original, ...image.variants } as Record<string, string>)) {
      const { rawPayload } = await testApp.app.inject({ url, headers: { authorization: `Token token="${doctor.token}", email="${doctor.email}"` } })
      servedFiles.push({
        file: `${name}-${size}.${image.content_type.startsWith('video') ? name.split('.')[1] : size === 'original' ? image.content_type.split('/')[1] : 'webp'}`,
        content: rawPayload,
        isPicture: image.variants !== null,
      })
    }
  }
  return servedFiles
}

test.skipIf(!perl)('S-25: removes location, device and person from photos and videos, and shows photos upright', async () => {
  const dir = join(folder, 'taken')
  await createPhotos(dir)
  const before = await tagsIn(dir)
  expect(before.length).toBeGreaterThan(200)
  const sentFiles = [...photos.map(({ name }) => ({ name, content: readFileSync(join(dir, name)) })), ...(await createVideos())]
  const some = sentFiles.slice(0, photos.length).filter((_, i) => isFull || i % 7 === 5)
  const servedFiles = [...(await uploadToExamination(sentFiles)), ...(await uploadToMessages(some, 'image')), ...(await uploadToMessages(some, 'file'))]
  const failures = await judge('kept', servedFiles)
  // the control: the same checks on the originals, and on pictures converted without rotation
  const unprocessed = await judge(
    'sent',
    sentFiles.map(({ name, content }) => ({ file: name, content, isPicture: false })),
  )
  const rotated = await Promise.all(
    photos
      .slice(0, 8)
      .map(async ({ name }) => ({ file: `${name}.webp`, content: await sharp(join(dir, name)).webp({ lossless: true }).toBuffer(), isPicture: true })),
  )
  const wronglyRotated = await judge('turned', rotated)
  const undetected = [
    ...sentFiles.filter(({ name }) => !unprocessed.some((item) => item.startsWith(`${name}:`) || item.startsWith(`${name} `))).map(({ name }) => name),
    ...['GPS', 'SerialNumber', 'OwnerName', 'XMP', 'IPTC', 'Thumbnail', 'Make'].filter((tag) => !unprocessed.some((item) => item.includes(tag))),
    ...(wronglyRotated.filter((name) => name.includes('not upright')).length === 7 ? [] : ['an unrotated picture']),
  ]
  report('S-25', {
    n: servedFiles.length,
    failures: failures.length,
    figures: { photos: photos.length, by_message: some.length * 2, films: 3, tags_sent: before.length },
  })
  report('S-25 control', { n: sentFiles.length + 8, failures: undetected.length, figures: { missed: undetected } })
  expect(failures).toEqual([])
  expect(undetected).toEqual([])
})
