import { maxFilesPerMessage } from '@sukoyaka/wire/care/message'

export const maxFileSize = 20 * 1024 * 1024
export const isPicture = ({ type }: Pick<File, 'type'>) => /^image\/(jpeg|png|webp|gif|avif|heic|heif)$/.test(type)
const isDocument = ({ name }: Pick<File, 'name'>) => /\.(pdf|docx?|xlsx?|pptx?)$/i.test(name)

type ErrorDetails = { name: string; why: 'large' | 'kind' | 'empty' }
export type Taken = { taken: File[]; refused: ErrorDetails[]; isTooMany: boolean }

/** Splits files into accepted and rejected ones with the reason. The server checks the content; this check only avoids needless uploads. */
export const takenOf = (held: readonly File[], files: readonly File[]): Taken => {
  const refused: ErrorDetails[] = []
  const fit = files.filter((file) => {
    const why = file.size > maxFileSize ? 'large' : file.size === 0 ? 'empty' : isPicture(file) || isDocument(file) ? undefined : 'kind'
    if (why) refused.push({ name: file.name, why })
    return !why
  })
  const room = maxFilesPerMessage - held.length
  return { taken: fit.slice(0, Math.max(0, room)), refused, isTooMany: fit.length > room }
}

/** Images and other files become two messages; the text goes with the first. */
export const parcels = (files: readonly File[]): { content_type: 'text' | 'image' | 'file'; files: File[] }[] => {
  const [pictures, others] = [files.filter(isPicture), files.filter((file) => !isPicture(file))]
  if (!files.length) return [{ content_type: 'text', files: [] }]
  return [
    ...(pictures.length ? [{ content_type: 'image' as const, files: pictures }] : []),
    ...(others.length ? [{ content_type: 'file' as const, files: others }] : []),
  ]
}
