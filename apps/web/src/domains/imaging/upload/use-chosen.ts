import { type DragEvent, useEffect, useRef, useState } from 'react'
import { type Chosen, judged } from './chosen.ts'

/** Files selected, dropped or pasted anywhere on the page while mounted. */
export const useChosen = (isOff: boolean) => {
  const [chosen, setChosen] = useState<Chosen[]>([])
  const [isOver, setOver] = useState(false)
  const next = useRef(0)
  const add = (files: Iterable<File>) => {
    const fresh = [...files].map((file) => judged(file, next.current++))
    if (fresh.length) setChosen((before) => [...before, ...fresh])
  }
  const drop = (key: number) => setChosen((before) => before.filter((file) => file.key !== key))
  const adding = useRef(add)
  adding.current = isOff ? () => {} : add
  useEffect(() => {
    const onPaste = (event: globalThis.ClipboardEvent) => {
      const { files } = event.clipboardData ?? {}
      if (!files?.length) return
      event.preventDefault()
      adding.current(files)
    }
    // otherwise dropping a file outside the field would navigate to it
    const keep = (event: Event) => event.preventDefault()
    document.addEventListener('paste', onPaste)
    document.addEventListener('dragover', keep)
    document.addEventListener('drop', keep)
    return () => {
      document.removeEventListener('paste', onPaste)
      document.removeEventListener('dragover', keep)
      document.removeEventListener('drop', keep)
    }
  }, [])
  const target = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      adding.current(event.dataTransfer.files)
    },
  }
  return { chosen, add, drop, target, isOver }
}
