import { maxFileBytes, maxPartBytes } from '@sukoyaka/wire/boards/results-import'
import { useEffect, useRef, useState } from 'react'
import { useAddImportPartMutation, useAddResultsImportMutation } from '../api.ts'

const chunkSize = 30_000
/** In chunks, because spreading a large array exceeds the max number of arguments. */
const base64 = (bytes: Uint8Array) => {
  let text = ''
  for (let at = 0; at < bytes.length; at += chunkSize) text += String.fromCharCode(...bytes.subarray(at, at + chunkSize))
  return btoa(text)
}

export type FileError = 'tooLarge' | 'kind'
export const fileErrorOf = ({ name, size }: Pick<File, 'name' | 'size'>): FileError | undefined => {
  if (!/\.(csv|tsv|txt|xlsx|xls)$/i.test(name)) return 'kind'
  return size > maxFileBytes ? 'tooLarge' : undefined
}

/**
 * `send` uploads a file in chunks and returns the import id or an error; `share` is the uploaded part from 0 to 1, undefined while nothing is sent. `hasLeft`:
 * whether the user has left the page, which does not end the upload.
 */
export const useSendFile = () => {
  const [add] = useAddResultsImportMutation()
  const [addPart] = useAddImportPartMutation()
  const [share, setShare] = useState<number>()
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const send = async (file: File, facility: string): Promise<{ id: number } | { error: unknown }> => {
    setShare(0)
    try {
      const part = async (at: number) => base64(new Uint8Array(await file.slice(at, at + maxPartBytes).arrayBuffer()))
      const size = Math.max(1, file.size)
      const first = await add({ file_name: file.name.slice(0, 300), size, facility, content: (await part(0)) || 'AA==' })
      if (first.error) return { error: first.error }
      const { id } = first.data
      for (let at = maxPartBytes; at < file.size; at += maxPartBytes) {
        setShare(at / size)
        const next = await addPart({ id, at, content: await part(at) })
        if (next.error) return { error: next.error }
      }
      return { id }
    } catch (error) {
      // the file was changed, moved or removed meanwhile
      if (error instanceof DOMException) return { error }
      throw error
    } finally {
      setShare(undefined)
    }
  }
  return { send, share, hasLeft: () => isGone.current }
}
