import { type DragEvent, useEffect, useRef, useState } from 'react'
import { checkFile, type SelectedFile } from './selected-files.ts'

/** Files passed to `add`, dropped on the drop target, or pasted anywhere on the page. */
export const useSelectedFiles = (isOff: boolean) => {
  const [chosen, setChosen] = useState<SelectedFile[]>([])
  const [isOver, setOver] = useState(false)
  const next = useRef(0)
  const add = (files: Iterable<File>) => {
    const added = [...files].map((file) => checkFile(file, next.current++))
    if (added.length) setChosen((before) => [...before, ...added])
  }
  const remove = (key: number) => setChosen((before) => before.filter((file) => file.key !== key))
  const addRef = useRef(add)
  addRef.current = isOff ? () => {} : add
  useEffect(() => {
    const onPaste = (event: globalThis.ClipboardEvent) => {
      const { files, types } = event.clipboardData ?? {}
      const isInField = event.target instanceof Element && event.target.matches('input, textarea')
      // spreadsheets put a table on the clipboard as text and as an image; a field gets the text
      if (!files?.length || (isInField && types?.includes('text/plain'))) return
      event.preventDefault()
      addRef.current(files)
    }
    // otherwise dropping a file outside the field would navigate to it
    const preventNavigation = (event: Event) => event.preventDefault()
    document.addEventListener('paste', onPaste)
    document.addEventListener('dragover', preventNavigation)
    document.addEventListener('drop', preventNavigation)
    return () => {
      document.removeEventListener('paste', onPaste)
      document.removeEventListener('dragover', preventNavigation)
      document.removeEventListener('drop', preventNavigation)
    }
  }, [])
  const dropTarget = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      addRef.current(event.dataTransfer.files)
    },
  }
  return { chosen, add, remove, dropTarget, isOver }
}
