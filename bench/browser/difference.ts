import { mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import sharp from 'sharp'

/** A pixel differs if one of its color channels differs by more than this: smoothed edges vary a little. */
const tolerance = 8
/** Share of differing pixels above which both pictures are written side by side. */
const shownShare = 0.001

type Pixels = { width: number; height: number; data: Buffer }

const read = async (file: string): Promise<Pixels> => {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** Marks differing pixels in red on white; a pixel that only one picture has differs. */
const differenceOf = (before: Pixels, after: Pixels) => {
  const width = Math.max(before.width, after.width)
  const height = Math.max(before.height, after.height)
  const marked = Buffer.alloc(width * height * 3, 255)
  let count = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = ({ width: own, height: rows }: Pixels) => (x < own && y < rows ? (y * own + x) * 3 : -1)
      const [i, j] = [at(before), at(after)]
      const differs = i < 0 || j < 0 || [0, 1, 2].some((channel) => Math.abs(before.data[i + channel]! - after.data[j + channel]!) > tolerance)
      if (!differs) continue
      count += 1
      marked.set([214, 40, 40], (y * width + x) * 3)
    }
  return { share: count / (width * height), width, height, marked }
}

/** Writes the picture before, the one after and the differences beside each other. */
const writeSideBySide = async (file: string, before: string, after: string, { width, height, marked }: ReturnType<typeof differenceOf>) => {
  const gap = 16
  const mask = { input: marked, raw: { width, height, channels: 3 as const } }
  await sharp({ create: { width: 3 * width + 2 * gap, height, channels: 3, background: '#808080' } })
    .composite([
      { input: before, left: 0, top: 0 },
      { input: after, left: width + gap, top: 0 },
      { ...mask, left: 2 * (width + gap), top: 0 },
    ])
    .png()
    .toFile(file)
}

/** Prints the share of differing pixels of each picture, the largest first, and writes the pictures with more than `shownShare`. */
export const comparePictures = async (before: string, after: string) => {
  const [old, current] = [before, after].map((folder) => readdirSync(folder).filter((name) => name.endsWith('.png'))) as [string[], string[]]
  const target = join(dirname(resolve(after)), `${basename(resolve(before))}-${basename(resolve(after))}`)
  const shares: [string, number][] = []
  for (const name of current.filter((picture) => old.includes(picture))) {
    const files = [join(before, name), join(after, name)] as const
    const difference = differenceOf(await read(files[0]), await read(files[1]))
    shares.push([name, difference.share])
    if (difference.share <= shownShare) continue
    mkdirSync(target, { recursive: true })
    await writeSideBySide(join(target, name), ...files, difference)
  }
  for (const [name, share] of shares.sort((a, b) => b[1] - a[1])) console.log(`${(100 * share).toFixed(3)} %  ${name}`)
  for (const name of old.filter((picture) => !current.includes(picture))) console.log(`only before  ${name}`)
  for (const name of current.filter((picture) => !old.includes(picture))) console.log(`only after   ${name}`)
  const differing = shares.filter(([, share]) => share > shownShare).length
  console.log(`${shares.length} compared, ${differing} differ by more than ${100 * shownShare} %${differing ? `: ${target}` : ''}`)
}
