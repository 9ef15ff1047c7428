import type { ResultsImportHead } from '@sukoyaka/wire/boards/results-import'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/status/Badge.tsx'
import { hasStopped } from './words.ts'

/** Outlined badge of the import state; an applied import has a check icon, and one without progress is a warning. */
export function StateBadge({ resultsImport }: { resultsImport: ResultsImportHead }) {
  const { t } = useTranslation('results_import')
  const state = t(`state.${resultsImport.state}`)
  if (hasStopped(resultsImport)) return <Badge tone="warning">{t('state.stalled', { state })}</Badge>
  return (
    <Badge tone="outline" icon={resultsImport.state === 'applied' ? <IconCheck size={14} aria-hidden /> : undefined}>
      {state}
    </Badge>
  )
}
