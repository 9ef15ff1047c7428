import { crc32, deflateRawSync } from 'node:zlib'

export type Entry = { name: string; data: Buffer; declaredSize?: number | undefined; flags?: number; mode?: number }

/** A ZIP archive. `declaredSize` is a false uncompressed size for its header. */
export const zipOf = (entries: readonly Entry[]): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, data, declaredSize = data.length, flags = 0, mode = 0 } of entries) {
    const packed = deflateRawSync(data)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(flags, 6)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(crc32(data), 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(declaredSize, 22)
    head.writeUInt16LE(name.length, 26)
    const line = Buffer.alloc(46)
    line.writeUInt32LE(0x02014b50, 0)
    line.writeUInt16LE(20, 4)
    head.copy(line, 6, 4, 30)
    line.writeUInt32LE(mode, 38)
    line.writeUInt32LE(at, 42)
    parts.push(head, Buffer.from(name), packed)
    directory.push(line, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, list, end])
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const xml = (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`)

export const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
export const number = (at: string, value: string) => `<c r="${at}"><v>${value}</v></c>`
export const sheetOf = (...rows: string[]) => xml(`<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`)
export const row = (at: number, ...cells: string[]) => `<row r="${at}">${cells.join('')}</row>`

/** An Excel file with exactly this sheet XML, for XML that Excel writes but libraries do not. */
export const bookOf = (sheet: Buffer, declaredSize?: number): Buffer =>
  zipOf([
    { name: '[Content_Types].xml', data: xml('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>') },
    { name: 'xl/workbook.xml', data: xml(`<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: xml(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', data: sheet, declaredSize },
  ])
