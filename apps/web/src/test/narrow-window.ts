import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Makes the window as narrow as that of a phone. Returns a function that widens it, as turning the phone does. */
export const narrowWindow = () => {
  let matches = true
  const listeners = new Set<() => void>()
  const list = {
    get matches() {
      return matches
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }
  vi.stubGlobal('matchMedia', () => list)
  return () =>
    act(() => {
      matches = false
      for (const listener of listeners) listener()
    })
}
