import { imageTypes, maxBytes, maxBytesPerCall } from '@sukoyaka/wire/endpoint'

export type FileProblem = 'tooLarge' | 'wrongType' | 'dicom' | 'heic'
export type SelectedFile = { key: number; file: File; kind: 'image' | 'video' | undefined; problem: FileProblem | undefined }

export const accepted = [...imageTypes, 'image/tiff', 'video/mp4', 'video/webm', 'video/quicktime'].join()
export const maxFiles = 20

/** Client-side file check; the server inspects the content. */
export const checkFile = (file: File, key: number): SelectedFile => {
  const matchesType = (pattern: RegExp) => pattern.test(file.name) || pattern.test(file.type)
  const kind = accepted.split(',').includes(file.type) ? (file.type.startsWith('video') ? 'video' : 'image') : undefined
  const problem = matchesType(/\.dcm$|^application\/dicom/i)
    ? 'dicom'
    : matchesType(/\.hei[cf]$|image\/hei[cf]/i)
      ? 'heic'
      : // a file without a MIME type may still be a supported one
        !kind && file.type
        ? 'wrongType'
        : file.size > maxBytes[kind ?? 'video']
          ? 'tooLarge'
          : undefined
  return { key, file, kind, problem }
}

export const exceedsTotalSize = (chosen: readonly SelectedFile[]) => chosen.reduce((sum, { file }) => sum + file.size, 0) > maxBytesPerCall
