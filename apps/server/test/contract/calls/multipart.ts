/** A multipart body as data: fields, then files under one name. */
export class Multipart {
  readonly fields: [name: string, value: string][]
  readonly files: { name: string; filename: string; content: Buffer<ArrayBuffer> }[]

  constructor(fields: Record<string, unknown>, name = 'images[]', contents: Buffer<ArrayBuffer>[] = [], filename = (at: number) => `${at}.gif`) {
    this.fields = Object.entries(fields).map(([field, value]) => [field, String(value)])
    this.files = contents.map((content, at) => ({ name, filename: filename(at), content }))
  }

  toFormData(): FormData {
    const form = new FormData()
    for (const [name, value] of this.fields) form.append(name, value)
    for (const { name, filename, content } of this.files) form.append(name, new Blob([content]), filename)
    return form
  }
}

/** 1 × 1 pixel GIF. */
const dot = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
export const dots = (count: number) => Array.from({ length: count }, () => dot)
