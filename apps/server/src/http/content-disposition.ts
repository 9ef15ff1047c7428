const longest = 150

const safe = (name: string) => {
  const plain = name
    // characters with a meaning in paths or headers
    .replace(/\p{C}|\p{Zl}|\p{Zp}|[\\/:*?"<>|;]/gu, '_')
    .replace(/^\.+/, '')
  // keep the extension of a long name, which decides the application that opens the file
  const [ending = ''] = /\.[a-z]{1,5}$/.exec(plain) ?? []
  return (
    plain
      .slice(0, plain.length - ending.length)
      .slice(0, longest - ending.length)
      .toWellFormed() + ending || 'file'
  )
}

const encoded = (text: string) => encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** `Content-Disposition` value for a download under this name, with any characters (RFC 6266, RFC 5987). */
export const attachment = (name: string) => {
  const plain = safe(name)
  return `attachment; filename="${plain.replace(/[^\x20-\x7e]/g, '_').replaceAll('%', '_')}"; filename*=UTF-8''${encoded(plain)}`
}
