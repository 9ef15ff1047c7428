import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { box, mp4Of, notesOf, text, words } from '../../test/mp4.ts'
import { tagsOf, webmOf } from '../demo/files/webm.ts'
import { cleanVideo } from './video.ts'

const folder = mkdtempSync(join(tmpdir(), 'video-'))
afterAll(() => rmSync(folder, { recursive: true }))
const canary = 'CANARY'
let n = 0
const cleanFile = async (content: Buffer, type = 'video/mp4') => {
  const path = join(folder, String(n++))
  writeFileSync(path, content)
  const size = await cleanVideo(path, type)
  return { size, bytes: readFileSync(path) }
}
const picture = { handler: 'vide', name: canary, samples: [text('first picture'), text('second picture')] }
const locationTrack = { handler: 'meta', name: canary, samples: [text(`${canary} 35.68`), text(`${canary} 139.76`)] }

test("blanks location, device and owner in a phone's video and leaves picture and sound in place", async () => {
  const soundTrack = { handler: 'soun', name: canary, samples: [text('sound')] }
  const video = mp4Of([{ ...picture, notes: notesOf(canary) }, locationTrack, soundTrack], notesOf(canary))
  expect(video.includes(canary)).toBe(true)
  const { size, bytes } = await cleanFile(video)
  expect(bytes.includes(canary)).toBe(false)
  expect(bytes.includes('35.68')).toBe(false)
  expect(bytes.length).toBe(video.length)
  expect(bytes.indexOf('first picturesecond picture')).toBe(video.indexOf('first picturesecond picture'))
  expect(bytes.indexOf('sound', bytes.indexOf('mdat'))).toBe(video.indexOf('sound', video.indexOf('mdat')))
  expect(size).toEqual({ width: 640, height: 480 })
  expect((await cleanFile(mp4Of([{ ...picture, isRotated: true }]))).size).toEqual({ width: 480, height: 640 })
})

test('removes tags from a WebM, also tiny ones, and keeps the pictures', async () => {
  const webp = await sharp({ create: { width: 32, height: 24, channels: 3, background: '#345' } })
    .webp()
    .toBuffer()
  const video = (more: Buffer[]) => webmOf([webp, webp], { width: 32, height: 24, pictureMs: 40, more })
  const { size, bytes } = await cleanFile(video([tagsOf({ LOCATION: canary }), Buffer.from('1254c36783636162', 'hex')]), 'video/webm')
  expect(bytes.includes(canary)).toBe(false)
  expect(bytes.includes('cab')).toBe(false)
  expect(size).toEqual({ width: 32, height: 24 })
  expect(bytes.includes('demo')).toBe(false)
  const frame = bytes.subarray(bytes.indexOf(Buffer.from('1f43b675', 'hex')))
  expect(video([]).subarray(-frame.length).equals(frame)).toBe(true)
})

test('removes file names, chapters, names of tracks and what padding contains from a WebM', async () => {
  const part = (id: string, ...content: (Buffer | string)[]) => {
    const body = Buffer.concat(content.map((each) => Buffer.from(each)))
    return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 | body.length]), body])
  }
  const more = [
    part('1549a966', part('7ba9', canary), part('7384', canary), part('3c83ab', canary), part('3e83bb', canary), part('ec', canary)),
    part('1654ae6b', part('ae', part('536e', canary), part('ec', canary)), part('ec', canary)),
    part('1043a770', canary),
    part('ec', canary),
  ]
  const video = webmOf([], { width: 32, height: 24, pictureMs: 40, more })
  const { size, bytes } = await cleanFile(video, 'video/webm')
  expect(bytes.includes(canary)).toBe(false)
  expect(bytes.length).toBe(video.length)
  expect(size).toEqual({ width: 32, height: 24 })
})

test('removes tags after clusters of unknown size, as live recordings have them', async () => {
  const webp = await sharp({ create: { width: 32, height: 24, channels: 3, background: '#345' } })
    .webp()
    .toBuffer()
  const openSize = Buffer.from('01ffffffffffffff', 'hex')
  const open = (video: Buffer, id: string) => {
    openSize.copy(video, video.indexOf(Buffer.from(id, 'hex')) + 4)
    return video
  }
  const video = open(open(webmOf([webp, webp], { width: 32, height: 24, pictureMs: 40 }), '18538067'), '1f43b675')
  const cluster = video.subarray(video.indexOf(Buffer.from('1f43b675', 'hex')))
  const { size, bytes } = await cleanFile(Buffer.concat([video, cluster, tagsOf({ LOCATION: canary }), cluster, tagsOf({ ARTIST: canary })]), 'video/webm')
  expect(bytes.includes(canary)).toBe(false)
  expect(size).toEqual({ width: 32, height: 24 })
  expect(bytes.toString('latin1').split(cluster.toString('latin1'))).toHaveLength(4)
  expect((await cleanFile(Buffer.concat([video, cluster, Buffer.from('a34f', 'hex')]), 'video/webm')).size).toEqual({ width: 32, height: 24 })
  const openTags = open(tagsOf({ LOCATION: canary }), '1254c367')
  await expect(cleanFile(Buffer.concat([video, openTags]), 'video/webm')).rejects.toMatchObject({ code: 'file_unreadable' })
})

test.each([
  ['without a picture', mp4Of([locationTrack])],
  ['without anything', box('ftyp', text('isom'))],
  ['whose box is longer than the file', Buffer.concat([box('ftyp', text('isom')), words(9_999_999), text('moov')])],
  ['whose box has no length', Buffer.concat([box('ftyp', text('isom')), words(4), text('moov')])],
  ['whose table points beyond its end', mp4Of([picture, { ...locationTrack, samples: [] }]).subarray(0, -40)],
  [
    'whose location track has samples beyond the end of the file',
    Buffer.from(
      mp4Of([picture, locationTrack])
        .toString('latin1')
        .replace(/(stco.{8}).{4}/gs, '$1\x7f\0\0\0'),
      'latin1',
    ),
  ],
])('rejects a video %s', async (_, video) => {
  await expect(cleanFile(video)).rejects.toMatchObject({ code: 'file_unreadable' })
})

test('rejects a WebM with more elements than the maximum, even if most of them are nested', async () => {
  const track = Buffer.from('ae83d78101', 'hex')
  const tracks = Buffer.concat([Buffer.from('1654ae6b10', 'hex'), Buffer.alloc(3), ...Array.from({ length: 300_000 }, () => track)])
  tracks.writeUIntBE(tracks.length - 8, 5, 3)
  const film = webmOf([], { width: 1, height: 1, pictureMs: 1 })
  await expect(cleanFile(Buffer.concat([tracks, film]), 'video/webm')).rejects.toMatchObject({ code: 'file_unreadable' })
})

test('rejects a WebM without a picture or with a truncated header', async () => {
  for (const video of [Buffer.from('1a45dfa3', 'hex'), webmOf([], { width: 1, height: 1, pictureMs: 1 }).subarray(0, 60)])
    await expect(cleanFile(video, 'video/webm')).rejects.toMatchObject({ code: 'file_unreadable' })
})
