import { type DragEvent, useState } from 'react'

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Drop target for files: `dropTarget` are its event handlers, `isOver` is true while files are dragged over it. */
export const useFileDrop = (onFiles: (files: readonly File[]) => void) => {
  const [isOver, setOver] = useState(false)
  const dropTarget = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false),
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, dropTarget }
}
