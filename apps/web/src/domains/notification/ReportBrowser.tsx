import { useKeptPush } from './use-kept-push.ts'
import { useVisibility } from './use-visibility.ts'

/** Reports to the server what decides which notifications it sends: the room on screen, and the push subscription. Renders nothing. */
export function ReportBrowser() {
  useVisibility()
  useKeptPush()
  return null
}
