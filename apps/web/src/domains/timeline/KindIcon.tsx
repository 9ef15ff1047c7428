import type { TimelineKind } from '@sukoyaka/wire/boards/timeline'
import {
  IconClipboardText,
  IconFileCertificate,
  IconListCheck,
  IconMicroscope,
  IconNotes,
  IconPhone,
  IconShoppingBag,
  IconTargetArrow,
  IconVideo,
} from '@tabler/icons-react'

const icons = {
  karte: IconNotes,
  interview: IconVideo,
  test_package: IconMicroscope,
  questionnaire: IconListCheck,
  habit_goal: IconTargetArrow,
  assessment: IconClipboardText,
  contract: IconFileCertificate,
  order: IconShoppingBag,
  urgent_contact: IconPhone,
} as const satisfies Record<TimelineKind, unknown>

export function KindIcon({ kind, size }: { kind: TimelineKind; size: number }) {
  const Icon = icons[kind]
  return <Icon size={size} stroke={1.7} aria-hidden />
}
