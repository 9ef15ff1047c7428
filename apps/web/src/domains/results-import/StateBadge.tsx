import type { ImportState } from '@sukoyaka/wire/boards/results-import'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/status/Badge.tsx'

/** Outlined badge of the import state; an applied import has a check icon. */
export function StateBadge({ state }: { state: ImportState }) {
  const { t } = useTranslation('results_import')
  return (
    <Badge tone="outline" icon={state === 'applied' ? <IconCheck size={14} aria-hidden /> : undefined}>
      {t(`state.${state}`)}
    </Badge>
  )
}
