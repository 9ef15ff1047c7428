import { formatUnit } from '@sukoyaka/rules/record/answer'
import { formatValue } from '@sukoyaka/rules/value'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../ui/loading/Skeleton.tsx'
import { useListKeptResultsQuery } from './api.ts'
import classes from './Tables.module.css'

/** Results that stayed after the import was undone. */
export function RemainingCard({ id }: { id: number }) {
  const { t } = useTranslation('results_import')
  const language = useLanguage()
  const query = useListKeptResultsQuery({ id })
  return (
    <Card title={t('kept.title')} count={query.currentData?.items.length} flush>
      <div className={classes.bar}>
        <p>{t('kept.text')}</p>
      </div>
      <QueryView query={query} error={t('kept.failed')} skeleton={<SkeletonRows count={2} height={44} />}>
        {({ items }) => (
          <div className={classes.scroll}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('rows.person')}</th>
                  <th scope="col">{t('kept.item')}</th>
                  <th scope="col" className={classes.number}>
                    {t('kept.value')}
                  </th>
                  <th scope="col">{t('kept.edited')}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((result) => (
                  <tr key={result.id}>
                    <td lang="ja">
                      <Link to={`/${result.patient.id}/summary`}>
                        {result.patient.last_name} {result.patient.first_name}
                      </Link>
                    </td>
                    <td lang="ja">{result.category_name}</td>
                    <td className={classes.number}>
                      {formatValue(result, result)} {formatUnit(result.unit_display, language)}
                    </td>
                    <td className={classes.quiet}>{formatDate(result.updated_at, language, { time: true })}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </QueryView>
    </Card>
  )
}
