const safe = (name: string) =>
  name
    // what a folder or a header could take for something else
    .replace(/\p{C}|\p{Zl}|\p{Zp}|[\\/:*?"<>|;]/gu, '_')
    .replace(/^\.+/, '')
    .slice(0, 150)
    .toWellFormed() || 'file'

const encoded = (text: string) => encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** `Content-Disposition` of a file that is handed over under this name, whatever characters it has (RFC 6266, RFC 5987). */
export const attachment = (name: string) => {
  const plain = safe(name)
  return `attachment; filename="${plain.replace(/[^\x20-\x7e]/g, '_').replaceAll('%', '_')}"; filename*=UTF-8''${encoded(plain)}`
}
