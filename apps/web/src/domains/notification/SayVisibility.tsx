import { useVisibility } from './use-visibility.ts'

/** Stands on every page and shows nothing. */
export function SayVisibility() {
  useVisibility()
  return null
}
