import { useVisibility } from './use-visibility.ts'

/** Reports visibility from every page; renders nothing. */
export function SayVisibility() {
  useVisibility()
  return null
}
