import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePermission } from '../../api/use-permission.ts'
import { useListResultsImportsQuery } from '../../domains/results-import/api.ts'
import { ImportList } from '../../domains/results-import/ImportList.tsx'
import { DropFile } from '../../domains/results-import/upload/DropFile.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './ImportsPage.module.css'

/** 404 without `imports.prepare`. */
export function ImportsPage() {
  if (!usePermission('imports.prepare')) throw new PageError(404)
  return <Imports />
}

function Imports() {
  const { t } = useTranslation('results_import')
  usePageTitle(t('page.title'))
  const navigate = useNavigate()
  const [page, setPage] = useState(1)
  const { data } = useListResultsImportsQuery({ page: 1 })
  const facilities = [...new Set((data?.items ?? []).flatMap(({ facility }) => facility || []))]
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('page.title')}</h1>
        <p className={classes.intro}>{t('page.intro')}</p>
      </header>
      <DropFile facilities={facilities} onSent={(id) => void navigate(`/imports/${id}`)} />
      <ImportList page={page} onPage={setPage} />
    </div>
  )
}
