import type { ResultsImportHead } from '@sukoyaka/wire/boards/results-import'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Empty } from '../../ui/layout/Empty.tsx'
import { withPreviousPage } from '../../ui/loading/previous-page.ts'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { SkeletonRows } from '../../ui/loading/Skeleton.tsx'
import { useExistingPage } from '../../ui/loading/use-existing-page.ts'
import { useListResultsImportsQuery } from './api.ts'
import { Pager } from './Pager.tsx'
import { StateBadge } from './StateBadge.tsx'
import classes from './Tables.module.css'

type Props = { page: number; onPage: (page: number) => void }

/** Imports, the newest first. */
export function ImportList({ page, onPage }: Props) {
  const { t } = useTranslation('results_import')
  const query = useExistingPage(withPreviousPage(useListResultsImportsQuery({ page })), page, onPage)
  return (
    <QueryCard
      title={t('list.title')}
      count={({ total_count }) => total_count || undefined}
      flush
      query={query}
      error={t('list.failed')}
      empty={<Empty title={t('list.empty')} text={t('list.emptyText')} />}
      skeleton={<SkeletonRows count={3} height={48} />}
    >
      {(data) => (
        <>
          <div className={classes.scroll}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('list.file')}</th>
                  <th scope="col">{t('list.facility')}</th>
                  <th scope="col">{t('list.when')}</th>
                  <th scope="col">{t('list.who')}</th>
                  <th scope="col" className={classes.number}>
                    {t('list.count')}
                  </th>
                  <th scope="col">{t('list.state')}</th>
                </tr>
              </thead>
              <tbody>
                {data.items.map((item) => (
                  <ListRow key={item.id} resultsImport={item} />
                ))}
              </tbody>
            </table>
          </div>
          <Pager page={data.page} count={data.total_count} shownCount={data.items.length} isLast={data.next_page === null} onPage={onPage} />
        </>
      )}
    </QueryCard>
  )
}

function ListRow({ resultsImport }: { resultsImport: ResultsImportHead }) {
  const { t } = useTranslation('results_import')
  const language = useLanguage()
  return (
    <tr className={classes.pressable}>
      <td>
        <Link to={`/imports/${resultsImport.id}`} className={classes.main} lang="ja">
          {resultsImport.name}
        </Link>
        <span className={classes.sub} lang="ja">
          {resultsImport.file_name}
        </span>
      </td>
      <td lang="ja">{resultsImport.facility}</td>
      <td className={classes.quiet} data-label={t('list.when')}>
        <time dateTime={resultsImport.created_at}>{formatDate(resultsImport.created_at, language, { time: true })}</time>
      </td>
      <td className={classes.quiet} data-label={t('list.who')}>
        <span lang="ja">{resultsImport.user_name}</span>
      </td>
      <td className={classes.number} data-label={t('list.count')}>
        {resultsImport.total ? resultsImport.total.toLocaleString('en') : null}
      </td>
      <td>
        <StateBadge resultsImport={resultsImport} />
      </td>
    </tr>
  )
}
