import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useApplyResultsImportMutation } from './api.ts'
import classes from './Detail.module.css'
import { formatInteger } from './words.ts'

/** Preview of what the import writes, with the button that applies it. */
export function ApplyCard({ resultsImport }: { resultsImport: ResultsImport }) {
  const { t } = useTranslation('results_import')
  const [apply, { isLoading }] = useApplyResultsImportMutation()
  const { counts } = resultsImport
  const count = counts.new + counts.changed
  const start = async () => {
    const { error } = await apply({ id: resultsImport.id })
    if (error) toast.error(t('apply.failed'), { text: 'error' in error ? String(error.error) : undefined, onRetry: () => void start() })
  }
  return (
    <Card title={t('apply.title')}>
      <div className={classes.apply}>
        <div className={classes.lines}>
          <p>
            {count
              ? t('apply.summary', { count: counts.people, people: counts.people, values: formatInteger(counts.values_new + counts.values_changed) })
              : t('apply.nothing')}
          </p>
          {counts.values_changed ? <p className={classes.quiet}>{t('apply.changed', { count: counts.values_changed })}</p> : null}
          {counts.cells_open ? <p className={classes.quiet}>{t('apply.open', { count: counts.cells_open })}</p> : null}
          {counts.refused ? <p className={classes.quiet}>{t('apply.refused', { count: counts.refused })}</p> : null}
        </div>
        {count ? (
          <Button kind="pri" loading={isLoading} onClick={() => void start()}>
            {t('apply.do', { count })}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}
