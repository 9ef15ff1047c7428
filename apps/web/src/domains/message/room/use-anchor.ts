import { useEffect, useState } from 'react'

/** The message that is jumped to. Pressed again it is let go for a moment, so that the conversation goes there again. */
export function useAnchor(id: number | undefined, press: string | number): number | undefined {
  const [last, setLast] = useState({ id, press })
  const isAgain = last.press !== press && last.id === id
  useEffect(() => setLast({ id, press }), [id, press])
  return isAgain ? undefined : id
}
