import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { usePermission } from '../../api/use-permission.ts'
import { ImportDetail } from '../../domains/results-import/ImportDetail.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './ImportsPage.module.css'

/** 404 without `imports.prepare` and for an invalid id. */
export function ImportPage() {
  const { importId = '' } = useParams()
  const mayPrepare = usePermission('imports.prepare')
  if (!mayPrepare || !/^[1-9]\d{0,15}$/.test(importId)) throw new PageError(404)
  return <ImportContent key={importId} id={Number(importId)} />
}

function ImportContent({ id }: { id: number }) {
  const { t } = useTranslation('results_import')
  usePageTitle(t('page.title'))
  const navigate = useNavigate()
  return (
    <div className={classes.page}>
      <Link to="/imports" className={classes.back}>
        {t('list.back')}
      </Link>
      <ImportDetail id={id} onRemoved={() => void navigate('/imports')} />
    </div>
  )
}
