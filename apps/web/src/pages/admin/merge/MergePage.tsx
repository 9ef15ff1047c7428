import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { PageError } from '../../../ui/page/page-error.ts'
import { usePageTitle } from '../../../ui/page/title.ts'
import { AdminTabs } from '../AdminTabs.tsx'
import page from '../records/RecordsPage.module.css'
import { DistinctPairs } from './DistinctPairs.tsx'
import { DuplicateList } from './DuplicateList.tsx'
import { MergeCompare } from './MergeCompare.tsx'
import classes from './MergePage.module.css'
import { PastMerges } from './PastMerges.tsx'
import { PickPair } from './PickPair.tsx'

/** Duplicates of patients: the overview, or two records side by side; 404 for roles other than admin. */
export function MergePage() {
  const me = useAppSelector(selectMe)
  const [params] = useSearchParams()
  if (me?.role !== 'admin') throw new PageError(404)
  const [kept_id, duplicate_id] = [Number(params.get('kept')), Number(params.get('duplicate'))]
  if (kept_id > 0 && duplicate_id > 0) return <MergeCompare key={`${kept_id}/${duplicate_id}`} kept_id={kept_id} duplicate_id={duplicate_id} />
  return <Overview />
}

function Overview() {
  const { t } = useTranslation('merge')
  usePageTitle(t('title'))
  return (
    <div className={page.page}>
      <AdminTabs />
      <header className={page.head}>
        <h1>{t('title')}</h1>
      </header>
      <div className={classes.overview}>
        <DuplicateList />
        <div className={classes.side}>
          <PickPair />
          <PastMerges />
          <DistinctPairs />
        </div>
      </div>
    </div>
  )
}
