/** An MP4 box. */
export const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
/** 32-bit big-endian integers. */
export const words = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4)
  return bytes
}
export const text = (value: string) => Buffer.from(value)

const matrix = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
const quarterTurn = words(0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000)

type Track = { handler: string; name: string; samples: Buffer[]; notes?: Buffer[]; isRotated?: boolean }

/** A video without visible frames. `notes` are metadata boxes as phones and cameras write them, of the file and of each track. All samples are contiguous. */
export const mp4Of = (tracks: Track[], notes: Buffer[] = [], brand = 'isom'): Buffer => {
  const header = box('ftyp', text(brand), words(0), text(brand))
  const build = (start: number) => {
    let at = start
    const trackBoxes = tracks.map(({ handler, name, samples, notes: ownNotes = [], isRotated }) => {
      const firstOffset = at
      at += samples.reduce((sum, sample) => sum + sample.length, 0)
      const table = box(
        'stbl',
        box('stsd', words(0, 0)),
        box('stsc', words(0, 1, 1, samples.length, 1)),
        box('stsz', words(0, 0, samples.length, ...samples.map((sample) => sample.length))),
        box('stco', words(0, 1, firstOffset)),
      )
      const tkhd = box('tkhd', words(0, 0, 0, 1, 0, 0, 0, 0, 0, 0), isRotated ? quarterTurn : matrix, words(640 << 16, 480 << 16))
      const hdlr = box('hdlr', words(0, 0), text(handler), words(0, 0, 0), text(`${name}\0`))
      return box('trak', tkhd, box('mdia', hdlr, box('minf', table)), ...ownNotes)
    })
    return box('moov', box('mvhd', Buffer.alloc(100)), ...trackBoxes, ...notes)
  }
  const start = header.length + build(0).length + 8
  return Buffer.concat([header, build(start), box('mdat', ...tracks.flatMap(({ samples }) => samples))])
}

/** Metadata boxes as devices write them, with location, device model and XMP; each contains `canary`. */
export const notesOf = (canary: string): Buffer[] => [
  box(
    'udta',
    box('\u00a9xyz', Buffer.from([0, 18, 0x15, 0xc7]), text(`+35.6812+139.7671/${canary}`)),
    box('\u00a9mod', Buffer.from([0, 4, 0, 0]), text(canary)),
  ),
  box('meta', words(0), box('keys', text(`com.apple.quicktime.location.ISO6709${canary}`)), box('ilst', text(canary))),
  box('uuid', text(`0123456789abcdef<x:xmpmeta>${canary}</x:xmpmeta>`)),
]
