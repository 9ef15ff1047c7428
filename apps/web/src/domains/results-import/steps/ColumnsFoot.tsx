import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { Progress } from '../Progress.tsx'
import { isDoubtful, missingFields } from '../words.ts'
import classes from './Steps.module.css'

/** `tested_on`: the day in the settings, which may not be saved yet. `isSaving`: the settings are being saved. */
type Props = { resultsImport: ResultsImport; tested_on: string | null; isSaving: boolean; onNext: () => void }

/** Number of undecided columns and the button to the next step, the rows. */
export function ColumnsFoot({ resultsImport, tested_on, isSaving, onNext }: Props) {
  const { t } = useTranslation('results_import')
  const { mapping, state } = resultsImport
  const isChecking = state === 'uploaded'
  const isIncomplete = missingFields(mapping, tested_on).length > 0
  const doubtful = mapping.filter(isDoubtful).length
  return (
    <div className={clsx(classes.foot, classes.columnsFoot)} data-page-foot>
      <div className={classes.texts}>
        {isChecking ? (
          <Progress label={t('one.checking')} />
        ) : doubtful ? (
          <p className={classes.attention}>{t('columns.undecided', { count: doubtful })}</p>
        ) : isIncomplete ? null : (
          <p>{t('columns.decided')}</p>
        )}
      </div>
      <Button kind="primary" loading={isSaving} disabled={isChecking || isIncomplete} onClick={onNext}>
        {t('columns.next')}
      </Button>
    </div>
  )
}
