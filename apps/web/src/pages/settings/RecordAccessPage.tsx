import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { RecordAccesses } from '../../domains/patient/RecordAccesses.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './Settings.module.css'

/** For patients: who accessed their record. */
export function RecordAccessPage() {
  const { t } = useTranslation('record_access')
  const me = useAppSelector(selectMe)
  usePageTitle(t('title'))
  if (!me) return null
  if (me.role !== 'patient') throw new PageError(404)
  return (
    <div className={classes.page} data-density="comfortable">
      <h1 className={classes.head}>{t('title')}</h1>
      <RecordAccesses user_id={me.id} />
    </div>
  )
}
