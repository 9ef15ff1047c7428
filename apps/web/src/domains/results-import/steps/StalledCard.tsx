import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import classes from './Steps.module.css'
import { useApply } from './use-apply.ts'

/** An import on which nothing was done for long, with the ways to go on. One that is not checked yet may still wait for the server. */
export function StalledCard({ resultsImport, mayApply, onUndo }: { resultsImport: ResultsImport; mayApply: boolean; onUndo: () => void }) {
  const { t } = useTranslation('results_import')
  const { state, columns } = resultsImport
  const [apply, isApplying] = useApply(resultsImport)
  const isWriting = state !== 'uploaded'
  const isUndoing = state === 'undoing'
  const resume = isUndoing ? 'stalled.undoing' : 'stalled.writing'
  return (
    <Card title={t(isWriting ? 'stalled.title' : 'stalled.waitingTitle')}>
      <div className={classes.done}>
        <p role="alert">{t(isWriting ? (mayApply ? resume : 'stalled.byOthers') : columns.length ? 'stalled.checking' : 'stalled.upload')}</p>
        {isWriting && mayApply ? (
          <>
            {isUndoing ? null : (
              <Button kind="primary" loading={isApplying} onClick={() => void apply()}>
                {t('stalled.apply')}
              </Button>
            )}
            <Button kind="danger-outline" onClick={onUndo}>
              {t(isUndoing ? 'stalled.undo' : 'undo.do')}
            </Button>
          </>
        ) : null}
      </div>
    </Card>
  )
}
