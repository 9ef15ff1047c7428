import { useVisibility } from './use-visibility.ts'

/** `useVisibility` as a component; renders nothing. */
export function ReportVisibility() {
  useVisibility()
  return null
}
