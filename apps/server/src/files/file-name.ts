import { create } from 'content-disposition'
import { ApiError, apiError } from '../errors/api-error.ts'

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
}
const maxName = 80
const maxShownName = 100
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** A file name that is safe to show and save: no path, no control characters, with the extension of the detected type. */
export const cleanName = (name: string, content_type: string): string => {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visibleName = last
    .replace(/\p{C}|\p{Zl}|\p{Zp}/gu, '')
    .replace(/[<>:"|?*%;]/g, '_')
    .replace(/\.[^.]*$/, '')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const base = [...visibleName].slice(0, maxName).join('').trim()
  return `${!base || reserved.test(base.split('.')[0]!) ? `_${base}` : base}.${extensions[content_type]}`
}

/** The name that the file has for its sender, without path and control characters, for a message about the file. */
const shownName = (name: string): string =>
  [...(name.normalize('NFC').split(/[/\\]/).at(-1) ?? '').replace(/\p{C}|\p{Zl}|\p{Zp}/gu, '')].slice(0, maxShownName).join('').trim()

/** Adds the file name to an error whose text has it, so that people know which of several files to replace. */
export const withFileName = (error: unknown, name: string): unknown =>
  error instanceof ApiError && (error.code === 'document_encrypted' || error.code === 'image_has_pages')
    ? apiError(error.code, { values: { name: shownName(name) } })
    : error

/** `Content-Disposition` (RFC 6266): an ASCII fallback and the full name in UTF-8. */
export const disposition = (name: string, type: 'inline' | 'attachment'): string => create(name, { type, fallback: name.replace(/[^\x20-\x7e]|["\\%]/g, '_') })

const maxDownloadName = 150

const downloadName = (name: string) => {
  const plainName = name
    // characters with a meaning in paths or headers
    .replace(/\p{C}|\p{Zl}|\p{Zp}|[\\/:*?"<>|;]/gu, '_')
    .replace(/^\.+/, '')
  // keep the extension of a long name, which decides the application that opens the file
  const [extension = ''] = /\.[a-z]{1,5}$/.exec(plainName) ?? []
  return (
    plainName
      .slice(0, plainName.length - extension.length)
      .slice(0, maxDownloadName - extension.length)
      .toWellFormed() + extension || 'file'
  )
}

/** `Content-Disposition` of a download under this name, in which unsuitable characters are replaced. */
export const attachment = (name: string) => disposition(downloadName(name), 'attachment')
