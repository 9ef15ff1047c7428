/** An EBML element with its content and an 8-byte length. */
const element = (id: number, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  const text = id.toString(16)
  const head = Buffer.alloc(8)
  head.writeBigUInt64BE(BigInt(body.length))
  head[0] = 0x01
  return Buffer.concat([Buffer.from(text.length % 2 ? `0${text}` : text, 'hex'), head, body])
}
const number = (id: number, value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return element(id, bytes)
}
const text = (id: number, value: string) => element(id, Buffer.from(value))

/** The VP8 frame of an opaque WebP, since WebM can use the same codec. */
const frameOf = (webp: Buffer) => {
  for (let at = 12; at + 8 <= webp.length; ) {
    const size = webp.readUInt32LE(at + 4)
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at + 8, at + 8 + size)
    at += 8 + size + (size % 2)
  }
  throw new Error('the WebP has no VP8 frame')
}

export type Film = { width: number; height: number; pictureMs: number; more?: Buffer[] }

/** A WebM of key frames. `more` elements, such as tags, follow the tracks. */
export const webmOf = (pictures: Buffer[], { width, height, pictureMs, more = [] }: Film): Buffer => {
  const length = Buffer.alloc(8)
  length.writeDoubleBE(pictures.length * pictureMs)
  const info = element(0x1549a966, number(0x2ad7b1, 1_000_000), text(0x4d80, 'demo'), text(0x5741, 'demo'), element(0x4489, length))
  const track = element(
    0xae,
    number(0xd7, 1),
    number(0x73c5, 1),
    number(0x83, 1),
    text(0x86, 'V_VP8'),
    element(0xe0, number(0xb0, width), number(0xba, height)),
  )
  const blocks = pictures.map((picture, at) => {
    const head = Buffer.from([0x81, 0, 0, 0x80])
    head.writeInt16BE(at * pictureMs, 1)
    return element(0xa3, head, frameOf(picture))
  })
  const header = element(
    0x1a45dfa3,
    number(0x4286, 1),
    number(0x42f7, 1),
    number(0x42f2, 4),
    number(0x42f3, 8),
    text(0x4282, 'webm'),
    number(0x4287, 2),
    number(0x4285, 2),
  )
  return Buffer.concat([header, element(0x18538067, info, element(0x1654ae6b, track), ...more, element(0x1f43b675, number(0xe7, 0), ...blocks))])
}

/** Tags as a camera writes them. */
export const tagsOf = (tags: Record<string, string>): Buffer =>
  element(
    0x1254c367,
    element(0x7373, element(0x63c0), ...Object.entries(tags).map(([name, value]) => element(0x67c8, text(0x45a3, name), text(0x4487, value)))),
  )
