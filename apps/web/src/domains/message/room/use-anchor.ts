import { useEffect, useState } from 'react'

/** Id of the message to scroll to. Pressing the same link again clears it for one render, so that the list scrolls again. */
export function useAnchor(id: number | undefined, press: string | number): number | undefined {
  const [last, setLast] = useState({ id, press })
  const isAgain = last.press !== press && last.id === id
  useEffect(() => setLast({ id, press }), [id, press])
  return isAgain ? undefined : id
}
