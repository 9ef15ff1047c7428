import { useEffect, useState } from 'react'

/** Id of the message to scroll to. Pressing the same link again clears it for one render, so that the list scrolls again. */
export function useAnchor(id: number | undefined, jumpKey: string | number): number | undefined {
  const [last, setLast] = useState({ id, press: jumpKey })
  const isRepeated = last.press !== jumpKey && last.id === id
  useEffect(() => setLast({ id, press: jumpKey }), [id, jumpKey])
  return isRepeated ? undefined : id
}
