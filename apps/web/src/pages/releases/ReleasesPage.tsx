import type { TodayItem } from '@sukoyaka/wire/boards/today'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { usePermission } from '../../api/use-permission.ts'
import { ReleaseQueue } from '../../domains/release-queue/ReleaseQueue.tsx'
import { useGetResultsImportQuery } from '../../domains/results-import/api.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { PatientAllergy } from '../patient/PatientAllergy.tsx'
import classes from './ReleasesPage.module.css'

const ContactDialog = lazyNamed(() => import('../../domains/today/ContactDialog.tsx'), 'ContactDialog')

/** All results that wait for their release; 404 without `test_results.write`. */
export function ReleasesPage() {
  if (!usePermission('test_results.write')) throw new PageError(404)
  return <Releases />
}

function Releases() {
  const { t } = useTranslation('release_queue')
  usePageTitle(t('page.title'))
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 tabIndex={-1}>{t('page.title')}</h1>
        <p className={classes.intro}>
          {t('page.intro')}
          <span className={classes.keys}>{t('page.keys')}</span>
        </p>
      </header>
      <Queue />
    </div>
  )
}

/** The results of one import that wait for their release; 404 without `test_results.write` and for an invalid id. */
export function ImportReleasesPage() {
  const { importId = '' } = useParams()
  const mayWrite = usePermission('test_results.write')
  if (!mayWrite || !/^[1-9]\d{0,15}$/.test(importId)) throw new PageError(404)
  return <ImportReleases key={importId} id={Number(importId)} />
}

function ImportReleases({ id }: { id: number }) {
  const { t } = useTranslation('release_queue')
  const { currentData } = useGetResultsImportQuery({ id })
  const title = currentData ? t('page.of', { name: currentData.name }) : t('page.title')
  usePageTitle(t('page.title'))
  return (
    <div className={classes.page}>
      <nav className={classes.back}>
        <Link to="/imports">{t('page.imports')}</Link>
        <span aria-hidden="true">›</span>
        <Link to={`/imports/${id}`} lang="ja">
          {currentData?.name ?? ''}
        </Link>
      </nav>
      <header className={classes.head}>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={classes.intro}>
          {t('page.intro')}
          <span className={classes.keys}>{t('page.keys')}</span>
        </p>
      </header>
      <Queue importId={id} />
    </div>
  )
}

function Queue({ importId }: { importId?: number }) {
  const [contactFor, setContactFor] = useState<TodayItem>()
  return (
    <>
      <ReleaseQueue importId={importId} onContact={setContactFor} alertOf={(user_id) => <PatientAllergy user_id={user_id} />} />
      <Suspense>{contactFor ? <ContactDialog item={contactFor} onClose={() => setContactFor(undefined)} /> : null}</Suspense>
    </>
  )
}
