import { deflateSync } from 'node:zlib'

/** The most objects in one object stream. To read one object, a reader decompresses the whole stream. */
const objectsPerStream = 100

type PdfObject = { number: number; content: Buffer; isStream: boolean }

/** The objects of a file with one cross-reference table, as the compiler writes it; undefined for any other file. */
const read = (pdf: Buffer): { head: Buffer; objects: PdfObject[]; trailer: string } | undefined => {
  const tail = pdf.toString('latin1', pdf.length - 64)
  const tableAt = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1])
  if (!Number.isInteger(tableAt)) return undefined
  const table = /^xref\s+0 (\d+)\s+((?:\d{10} \d{5} [fn]\s{1,2})+)trailer\s*<<([\s\S]*)>>\s*startxref/.exec(pdf.toString('latin1', tableAt))
  if (!table) return undefined
  const offsets = [...table[2]!.matchAll(/(\d{10}) 00000 n/g)].map(([, at]) => Number(at))
  if (offsets.length !== Number(table[1]) - 1) return undefined
  const ends = [...offsets, tableAt].toSorted((a, b) => a - b)
  const endOf = new Map(ends.map((at, index) => [at, ends[index + 1]]))
  const objects = offsets.map((at, index) => {
    const content = pdf.subarray(at, endOf.get(at))
    return { number: index + 1, content, isStream: /endstream\s*endobj\s*$/.test(content.toString('latin1', Math.max(0, content.length - 40))) }
  })
  return { head: pdf.subarray(0, ends[0]), objects, trailer: table[3]!.replace(/\/Size\s+\d+/, '') }
}

const streamObject = (number: number, dictionary: string, content: Buffer) => {
  const deflated = deflateSync(content)
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n<<${dictionary}/Filter/FlateDecode/Length ${deflated.length}>>\nstream\n`, 'latin1'),
    deflated,
    Buffer.from('\nendstream\nendobj\n', 'latin1'),
  ])
}

const bodyOf = ({ content }: PdfObject) => content.toString('latin1').replace(/^\d+ 0 obj\s*|\s*endobj\s*$/g, '')

/**
 * Moves the objects that are not streams into compressed object streams (PDF 1.5), which the compiler does not do: the tags of a table with a hundred
 * rows are half of a file. A file that is not written as the compiler does is returned unchanged.
 */
export const compactPdf = (pdf: Buffer): Buffer => {
  const found = read(pdf)
  if (!found) return pdf
  const { head, objects, trailer } = found
  const parts = [head]
  let at = head.length
  /** Type 1: offset. Type 2: number of the object stream and index in it. */
  const entries: [type: number, a: number, b: number][] = [[0, 0, 65_535]]
  const append = (number: number, part: Buffer) => {
    entries[number] = [1, at, 0]
    parts.push(part)
    at += part.length
  }
  for (const { number, content, isStream } of objects) if (isStream) append(number, content)
  const packed = objects.filter(({ isStream }) => !isStream)
  let next = objects.length + 1
  for (let first = 0; first < packed.length; first += objectsPerStream) {
    const number = next++
    const group = packed.slice(first, first + objectsPerStream)
    let length = 0
    const index: string[] = []
    const bodies = group.map((object, place) => {
      const body = `${bodyOf(object)}\n`
      index.push(`${object.number} ${length}`)
      entries[object.number] = [2, number, place]
      length += body.length
      return body
    })
    const start = `${index.join(' ')}\n`
    append(number, streamObject(number, `/Type/ObjStm/N ${group.length}/First ${start.length}`, Buffer.from(start + bodies.join(''), 'latin1')))
  }
  entries[next] = [1, at, 0]
  const table = Buffer.alloc(entries.length * 7)
  for (const [place, [type, a, b]] of entries.entries()) {
    table.writeUInt8(type, place * 7)
    table.writeUInt32BE(a, place * 7 + 1)
    table.writeUInt16BE(b, place * 7 + 5)
  }
  parts.push(streamObject(next, `/Type/XRef/Size ${entries.length}/W[1 4 2]${trailer}`, table), Buffer.from(`startxref\n${at}\n%%EOF\n`, 'latin1'))
  return Buffer.concat(parts)
}
