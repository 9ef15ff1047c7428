import { maxFilesPerMessage } from '@sukoyaka/wire/care/message'
import { imageTypes, maxBytes } from '@sukoyaka/wire/endpoint'

export const isPicture = ({ type }: Pick<File, 'type'>) => imageTypes.includes(type)
const isDocument = ({ name }: Pick<File, 'name'>) => /\.(pdf|docx|xlsx|pptx)$/i.test(name)

type RejectedFile = { name: string; reason: 'large' | 'kind' | 'empty' }
export type FileSelection = { accepted: File[]; rejected: RejectedFile[]; isTooMany: boolean }

/**
 * Splits files into those accepted and those rejected, with the reason; `isTooMany` if valid files above the limit were left out. Avoids needless uploads;
 * the server checks again.
 */
export const selectFiles = (attached: readonly File[], files: readonly File[]): FileSelection => {
  const rejected: RejectedFile[] = []
  const valid = files.filter((file) => {
    const reason = file.size > maxBytes.document ? 'large' : file.size === 0 ? 'empty' : isPicture(file) || isDocument(file) ? undefined : 'kind'
    if (reason) rejected.push({ name: file.name, reason })
    return !reason
  })
  const freeCount = maxFilesPerMessage - attached.length
  return { accepted: valid.slice(0, Math.max(0, freeCount)), rejected, isTooMany: valid.length > freeCount }
}

/** One message for the images and one for the other files, or a text message without files. */
export const splitByType = (files: readonly File[]): { content_type: 'text' | 'image' | 'file'; files: File[] }[] => {
  const [pictures, others] = [files.filter(isPicture), files.filter((file) => !isPicture(file))]
  if (!files.length) return [{ content_type: 'text', files: [] }]
  return [
    ...(pictures.length ? [{ content_type: 'image' as const, files: pictures }] : []),
    ...(others.length ? [{ content_type: 'file' as const, files: others }] : []),
  ]
}
