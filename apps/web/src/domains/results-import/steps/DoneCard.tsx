import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { formatInteger } from '../words.ts'
import classes from './Steps.module.css'

/** What was imported and what was not; for those who may release, what to do next and the link to the release. */
export function DoneCard({ resultsImport: { id, counts }, mayRelease }: { resultsImport: ResultsImport; mayRelease: boolean }) {
  const { t } = useTranslation('results_import')
  const values = counts.values_new + counts.values_changed
  return (
    <Card title={t('done.title')}>
      <div className={classes.done}>
        <div>
          <p>
            {counts.people && !values
              ? t('done.grades', { people: counts.people })
              : t('done.text', { count: counts.people, people: counts.people, values: formatInteger(values) })}
          </p>
          {mayRelease && counts.people ? <p>{t('done.next')}</p> : null}
          {counts.cells_open ? <p className={classes.attention}>{t('done.open', { count: counts.cells_open })}</p> : null}
          {counts.refused ? <p className={classes.attention}>{t('done.refused', { count: counts.refused })}</p> : null}
          {mayRelease && (counts.cells_open || counts.refused) ? <p>{t('done.fix')}</p> : null}
        </div>
        {counts.people && mayRelease ? (
          <ButtonLink kind="primary" to={`/imports/${id}/release`} forward>
            {t('done.release', { count: counts.people })}
          </ButtonLink>
        ) : null}
      </div>
    </Card>
  )
}
