import { usePermission } from '../api/use-permission.ts'
import { Launcher } from '../domains/message/widget/Launcher.tsx'
import { MessageTasks } from '../pages/messages/MessageTasks.tsx'
import { lazyNamed } from '../ui/loading/lazy-named.ts'

const ComposerTools = lazyNamed(() => import('../pages/messages/ComposerTools.tsx'), 'ComposerTools')

/** Chat beside a page; staff get the composer tools of the messages page. */
export function ChatDock(props: { patient_id: number | undefined; isPill: boolean }) {
  const isStaff = usePermission('messages.read')
  if (!isStaff) return <Launcher {...props} />
  return (
    <MessageTasks>
      <Launcher {...props} tools={(patient, place) => <ComposerTools {...place} patient={patient} />} />
    </MessageTasks>
  )
}
