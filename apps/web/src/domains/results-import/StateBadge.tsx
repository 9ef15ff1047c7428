import type { ImportState } from '@sukoyaka/wire/boards/results-import'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/status/Badge.tsx'

/** A state of work: an outline; what is done has a check. */
export function StateBadge({ state }: { state: ImportState }) {
  const { t } = useTranslation('results_import')
  return (
    <Badge tone="outline" icon={state === 'applied' ? <IconCheck size={14} aria-hidden /> : undefined}>
      {t(`state.${state}`)}
    </Badge>
  )
}
