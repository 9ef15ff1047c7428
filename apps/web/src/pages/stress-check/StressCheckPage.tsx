import { isCareRole } from '@sukoyaka/wire/access'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { DrugAllergy } from '../../illness/DrugAllergy.tsx'
import { isId } from '../../kit/id.ts'
import { PageError } from '../../kit/page-error.ts'
import { selectMe } from '../../kit/session.ts'
import { useAppSelector } from '../../kit/store.ts'
import { usePageTitle } from '../../kit/title.ts'
import { setSidebarLayer } from '../../message/sidebar/open-state.ts'
import { useListPatientsQuery } from '../../patient/api.ts'
import { CondensedPatientHeader } from '../../patient/PatientHeader.tsx'
import { StressChecks } from '../../stress-check/StressChecks.tsx'
import { useSkeleton } from '../../ui/Skeleton.tsx'
import { PatientTabs } from '../patient/PatientTabs.tsx'
import classes from './StressCheckPage.module.css'

export function StressCheckPage() {
  const { t } = useTranslation('stress_check')
  const { userId = '' } = useParams()
  const me = useAppSelector(selectMe)
  usePageTitle(t('page.title'))
  if (!isId.test(userId)) throw new PageError(404)
  if (!me) return null
  const user_id = Number(userId)
  const isOwn = me.role === 'patient'
  if (isOwn && me.id !== user_id) throw new PageError(404)
  return (
    <div className={classes.page} data-density={isOwn ? 'comfortable' : undefined}>
      {isOwn ? null : <Head user_id={user_id} hasList={isCareRole(me.role)} />}
      <div className={classes.content}>
        <h1 className={classes.title}>{t('page.title')}</h1>
        <StressChecks key={user_id} user_id={user_id} isOwn={isOwn} />
      </div>
    </div>
  )
}

function Head({ user_id, hasList }: { user_id: number; hasList: boolean }) {
  const { currentData } = useListPatientsQuery({ q: { id_eq: user_id }, include: ['contracts', 'care_people', 'allergy_reactions'] })
  const patient = currentData?.items[0]
  const skeleton = useSkeleton(!currentData)
  if (currentData && !patient) throw new PageError(404)
  return (
    <CondensedPatientHeader
      patient={skeleton ? undefined : patient}
      skeleton={skeleton}
      alert={<DrugAllergy reactions={patient?.allergy_reactions} />}
      tabs={<PatientTabs user_id={user_id} />}
      onOpenList={hasList ? () => setSidebarLayer(true) : undefined}
    />
  )
}
