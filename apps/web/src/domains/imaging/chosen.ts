import { maxBytes, maxBytesPerCall } from '@sukoyaka/wire/endpoint'

export type Fault = 'tooLarge' | 'wrongType' | 'dicom' | 'heic'
export type Chosen = { key: number; file: File; kind: 'image' | 'video' | undefined; fault: Fault | undefined }

export const accepted = 'image/jpeg,image/png,image/webp,image/gif,image/avif,image/tiff,video/mp4,video/webm,video/quicktime'
export const maxFiles = 20

/** What can be said of a file before it is sent; the server looks inside. */
export const judged = (file: File, key: number): Chosen => {
  const is = (form: RegExp) => form.test(file.name) || form.test(file.type)
  const kind = accepted.split(',').includes(file.type) ? (file.type.startsWith('video') ? 'video' : 'image') : undefined
  const fault = is(/\.dcm$|dicom/i)
    ? 'dicom'
    : is(/\.hei[cf]$|image\/hei[cf]/i)
      ? 'heic'
      : // what the browser does not know by its name may still be a picture
        !kind && file.type
        ? 'wrongType'
        : file.size > maxBytes[kind ?? 'video']
          ? 'tooLarge'
          : undefined
  return { key, file, kind, fault }
}

export const isTooMuch = (chosen: readonly Chosen[]) => chosen.reduce((sum, { file }) => sum + file.size, 0) > maxBytesPerCall
