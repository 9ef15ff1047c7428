import { maxBytes, maxBytesPerCall } from '@sukoyaka/wire/endpoint'

export type Fault = 'tooLarge' | 'wrongType' | 'dicom' | 'heic'
export type Chosen = { key: number; file: File; kind: 'image' | 'video' | undefined; fault: Fault | undefined }

export const accepted = 'image/jpeg,image/png,image/webp,image/gif,image/avif,image/tiff,video/mp4,video/webm,video/quicktime'
export const maxFiles = 20

/** Client-side file check; the server inspects the content. */
export const judged = (file: File, key: number): Chosen => {
  const is = (form: RegExp) => form.test(file.name) || form.test(file.type)
  const kind = accepted.split(',').includes(file.type) ? (file.type.startsWith('video') ? 'video' : 'image') : undefined
  const fault = is(/\.dcm$|dicom/i)
    ? 'dicom'
    : is(/\.hei[cf]$|image\/hei[cf]/i)
      ? 'heic'
      : // without a known MIME type it may still be a supported image
        !kind && file.type
        ? 'wrongType'
        : file.size > maxBytes[kind ?? 'video']
          ? 'tooLarge'
          : undefined
  return { key, file, kind, fault }
}

export const isTooMuch = (chosen: readonly Chosen[]) => chosen.reduce((sum, { file }) => sum + file.size, 0) > maxBytesPerCall
