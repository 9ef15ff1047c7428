import { printUnit } from '@sukoyaka/rules/record/answer'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { SkeletonRows, useSkeleton } from '../../ui/loading/Skeleton.tsx'
import { useListKeptResultsQuery } from './api.ts'
import classes from './Tables.module.css'

/** Results that stayed after the import was undone. */
export function RemainingCard({ id }: { id: number }) {
  const { t } = useTranslation('results_import')
  const language = useLanguage()
  const { data, isError, isFetching, refetch } = useListKeptResultsQuery({ id })
  const failed = isError && !data && !isFetching
  const skeleton = useSkeleton(!data && !failed)
  return (
    <Card title={t('kept.title')} count={data?.items.length} flush busy={!data && !failed}>
      <div className={classes.bar}>
        <p>{t('kept.text')}</p>
      </div>
      {failed ? <ErrorState title={t('kept.failed')} onRetry={() => void refetch()} /> : null}
      {!data && skeleton ? <SkeletonRows count={2} height={44} /> : null}
      {data ? (
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
              {data.items.map((result) => (
                <tr key={result.id}>
                  <td lang="ja">
                    <Link to={`/${result.patient.id}/summary`}>
                      {result.patient.last_name} {result.patient.first_name}
                    </Link>
                  </td>
                  <td lang="ja">{result.category_name}</td>
                  <td className={classes.number}>
                    {result.value} {printUnit(result.unit_display, language)}
                  </td>
                  <td className={classes.quiet}>{formatDate(result.updated_at, language, { time: true })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </Card>
  )
}
