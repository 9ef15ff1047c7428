import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { FacilityList } from '../../domains/facility/FacilityList.tsx'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './FacilitiesPage.module.css'
import { FacilityPage } from './FacilityPage.tsx'

/** The facility directory or the page of one facility, for patients and staff. Both share one route, so that the entry chunk of the app stays small. */
export function FacilitiesPage() {
  return useParams().facilityId === undefined ? <Directory /> : <FacilityPage />
}

function Directory() {
  const { t } = useTranslation('facility')
  const me = useAppSelector(selectMe)
  usePageTitle(t('list.title'))
  return (
    <div className={classes.page} data-density={me?.role === 'patient' ? 'comfortable' : undefined}>
      <header className={classes.head}>
        <h1>{t('list.title')}</h1>
        <p className={classes.intro}>{t('list.intro')}</p>
      </header>
      <FacilityList />
    </div>
  )
}
