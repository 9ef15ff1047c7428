const longest = 150

const safe = (name: string) => {
  const plain = name
    // what a folder or a header could take for something else
    .replace(/\p{C}|\p{Zl}|\p{Zp}|[\\/:*?"<>|;]/gu, '_')
    .replace(/^\.+/, '')
  // a long name keeps its ending: without it nothing knows what to open it with
  const [ending = ''] = /\.[a-z]{1,5}$/.exec(plain) ?? []
  return (
    plain
      .slice(0, plain.length - ending.length)
      .slice(0, longest - ending.length)
      .toWellFormed() + ending || 'file'
  )
}

const encoded = (text: string) => encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** `Content-Disposition` of a file that is handed over under this name, whatever characters it has (RFC 6266, RFC 5987). */
export const attachment = (name: string) => {
  const plain = safe(name)
  return `attachment; filename="${plain.replace(/[^\x20-\x7e]/g, '_').replaceAll('%', '_')}"; filename*=UTF-8''${encoded(plain)}`
}
