import { lazy } from 'react'
import { usePermission } from '../api/use-permission.ts'
import { Launcher } from '../domains/message/widget/Launcher.tsx'

const ComposerTools = lazy(async () => ({ default: (await import('../pages/messages/ComposerTools.tsx')).ComposerTools }))

/** The chat of every page, in whose composer staff have what they have on the page of messages. */
export function ChatDock(props: { patient_id: number | undefined; isPill: boolean }) {
  const isStaff = usePermission('messages.read')
  return <Launcher {...props} tools={isStaff ? (patient, place) => <ComposerTools {...place} patient={patient} /> : undefined} />
}
