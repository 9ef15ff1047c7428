export type Part = { name: string; value?: string; filename?: string; type?: string; content?: Uint8Array }

const boundary = '----sukoyakatestboundary'

/** Builds a multipart body byte by byte, so that tests can send what no browser sends. */
export class Form {
  readonly parts: Part[]
  constructor(...parts: Part[]) {
    this.parts = parts
  }
  get type() {
    return `multipart/form-data; boundary=${boundary}`
  }
  bytes(): Buffer<ArrayBuffer> {
    const buffers = this.parts.flatMap(({ name, value, filename, type, content }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
      ),
      Buffer.from(content ?? Buffer.from(value ?? '')),
      Buffer.from('\r\n'),
    ])
    return Buffer.concat([...buffers, Buffer.from(`--${boundary}--\r\n`)])
  }
}

/** A form with the fields of an object and files under one name. */
export const formOf = (fields: Record<string, unknown>, field: string, ...files: { filename: string; content: Uint8Array; type?: string }[]) =>
  new Form(
    ...Object.entries(fields).map(([name, value]) => ({ name, value: String(value) })),
    ...files.map((file) => ({ name: field, type: 'application/octet-stream', ...file })),
  )
