import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { Membership } from '../../domains/membership/Membership.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './Settings.module.css'

/** For patients: their contract with its quotas and payments. */
export function ContractPage() {
  const { t } = useTranslation('membership')
  const me = useAppSelector(selectMe)
  usePageTitle(t('title'))
  if (!me) return null
  if (me.role !== 'patient') throw new PageError(404)
  return (
    <div className={classes.page} data-density="comfortable">
      <h1 className={classes.head}>{t('title')}</h1>
      <Membership user_id={me.id} />
    </div>
  )
}
