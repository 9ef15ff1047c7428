import { useEffect, useState } from 'react'

/** Id of the message to scroll to. Pressing the same link again clears it for one render, so that the list scrolls again. */
export function useAnchor(id: number | undefined, pressKey: string | number): number | undefined {
  const [last, setLast] = useState({ id, press: pressKey })
  const isRepeated = last.press !== pressKey && last.id === id
  useEffect(() => setLast({ id, press: pressKey }), [id, pressKey])
  return isRepeated ? undefined : id
}
