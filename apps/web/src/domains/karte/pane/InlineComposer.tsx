import { useIsPhone } from '../../../ui/layout/phone.ts'
import { KarteComposer } from '../composer/KarteComposer.tsx'
import { useIsPaneOpen } from './KarteBeside.tsx'

/** Editor for a new note on the page itself, except on phones and beside an open pane: two mounted editors would compete for the saves of one draft. */
export function InlineComposer({ user_id }: { user_id: number }) {
  const isInPane = useIsPaneOpen()
  return useIsPhone() || isInPane ? null : <KarteComposer user_id={user_id} />
}
