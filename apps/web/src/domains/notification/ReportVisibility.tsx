import { useVisibility } from './use-visibility.ts'

/** Reports visibility from every page; renders nothing. */
export function ReportVisibility() {
  useVisibility()
  return null
}
