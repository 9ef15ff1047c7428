import { apiError } from '../errors/api-error.ts'

const unsupported = () => apiError('document_unsupported')

/** A relationship; attribute values may contain `>`. */
const relationship = /<(?:[\w.-]+:)?Relationship\s((?:[^"'>]|"[^"]*"|'[^']*')*)>/g
const attribute = /(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeEntity = (whole: string, name: string) => {
  const code = /^#x([0-9a-f]+)$/i.exec(name)?.[1] ?? ''
  const number = code ? Number.parseInt(code, 16) : Number(/^#(\d+)$/.exec(name)?.[1] ?? Number.NaN)
  if (number <= 0x10ffff) return String.fromCodePoint(number)
  return entities[name] ?? whole
}

const attributesOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(attribute)].map(([, name, double, single]) => [name!, (double ?? single ?? '').replace(/&([#\w]+);/g, decodeEntity).trim()]),
  )

/**
 * Rejects a part list (`*.rels`) that makes Office load something from elsewhere when the document is opened, such as a template, object, frame or
 * workbook. The only external references allowed are hyperlinks, because they load only on a click.
 */
export const requireNoExternalParts = (bytes: Buffer) => {
  const text = new TextDecoder('utf-8').decode(bytes)
  // another encoding or entities of its own would hide a reference
  if (text.includes('\0') || text.includes('\ufffd') || /<!(DOCTYPE|ENTITY)/i.test(text) || /<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i.test(text))
    throw unsupported()
  for (const [, attributes] of text.matchAll(relationship)) {
    const { TargetMode = '', Type = '' } = attributesOf(attributes!)
    if (/^external$/i.test(TargetMode) && !/\/hyperlink$/.test(Type)) throw unsupported()
  }
}
