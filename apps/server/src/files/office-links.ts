import { SaxesParser } from 'saxes'
import { apiError } from '../errors/api-error.ts'

const unsupported = () => apiError('document_unsupported')

/**
 * Rejects a relationships part (`*.rels`) with an external relationship that Office loads when the document is opened, such as a template, object, frame or
 * workbook. Hyperlinks are allowed, because they load only on a click. Also rejects a part that is not well-formed.
 */
export const requireNoExternalParts = (bytes: Buffer) => {
  const text = new TextDecoder('utf-8').decode(bytes)
  // another encoding would hide a reference
  if (text.includes('\0') || text.includes('\ufffd') || /<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i.test(text)) throw unsupported()
  const parser = new SaxesParser({ xmlns: true })
  const reject = () => {
    throw unsupported()
  }
  parser.on('error', reject)
  // a doctype could define entities
  parser.on('doctype', reject)
  parser.on('opentag', ({ local, attributes }) => {
    const { TargetMode, Type } = attributes
    if (local === 'Relationship' && /^\s*external\s*$/i.test(TargetMode?.value ?? '') && !/\/hyperlink\s*$/.test(Type?.value ?? '')) throw unsupported()
  })
  parser.write(text).close()
}
