import { scopeOf } from '@sukoyaka/wire/access'
import { IconStethoscope } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { TabLinks } from '../../ui/layout/TabLinks.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { Skeleton, useSkeleton } from '../../ui/loading/Skeleton.tsx'
import { idPattern } from '../../ui/page/id.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { PatientFrame } from '../patient/PatientFrame.tsx'
import { usePatient, usePatientTitle } from '../patient/use-patient.ts'
import classes from './DatabasePage.module.css'
import { tabs } from './tabs.tsx'

const FhirImportLink = lazyNamed(() => import('../../domains/fhir/FhirImportLink.tsx'), 'FhirImportLink')
const QuestionnaireLink = lazyNamed(() => import('../../domains/questionnaire/QuestionnaireLink.tsx'), 'QuestionnaireLink')

/** Health data of a patient, one tab per kind. */
export function DatabasePage() {
  const { userId = '' } = useParams()
  const me = useAppSelector(selectMe)
  if (!idPattern.test(userId)) throw new PageError(404)
  if (!me) return null
  const user_id = Number(userId)
  return me.role === 'patient' ? <OwnData user_id={user_id} /> : <StaffDatabase key={userId} user_id={user_id} />
}

function StaffDatabase({ user_id }: { user_id: number }) {
  const { t } = useTranslation('patient')
  const patientState = usePatient(user_id)
  usePatientTitle(patientState.patient, t('page.database'))
  return (
    <div className={classes.page}>
      <PatientFrame user_id={user_id} {...patientState}>
        <Tabs user_id={user_id} />
      </PatientFrame>
    </div>
  )
}

function OwnData({ user_id }: { user_id: number }) {
  const { t } = useTranslation(['patient', 'shell'])
  const me = useAppSelector(selectMe)
  usePageTitle(t('patient:page.data'))
  if (me?.id !== user_id) throw new PageError(404)
  return (
    <div className={clsx(classes.page, classes.own)} data-density="comfortable">
      <div className={classes.head}>
        <h1>{t('patient:page.data')}</h1>
        <ButtonLink to="/settings/shares" kind="ghost" icon={<IconStethoscope aria-hidden />}>
          {t('shell:menu.shares')}
        </ButtonLink>
      </div>
      <Tabs user_id={user_id} />
    </div>
  )
}

function Tabs({ user_id }: { user_id: number }) {
  const { t } = useTranslation('patient')
  const [search] = useSearchParams()
  const me = useAppSelector(selectMe)
  const tabName = search.get('tab') ?? tabs[0].name
  const openTab = tabs.find(({ name }) => name === tabName)
  if (!openTab) throw new PageError(404)
  const hasQuestionnaire = openTab.name === 'symptoms' || openTab.name === 'lifestyle'
  return (
    <>
      <div className={classes.tabs}>
        <TabLinks
          level="second"
          label={t('database.label')}
          tabs={tabs.map(({ name }, index) => ({
            to: `/${user_id}/database${index === 0 ? '' : `?tab=${name}`}`,
            label: t(`database.${name}`),
            current: name === openTab.name,
          }))}
        />
      </div>
      <div className={classes.content}>
        <Suspense fallback={<TabSkeleton />}>
          {me && me.role !== 'patient' && openTab === tabs[0] ? (
            <div className={classes.link}>
              <FhirImportLink user_id={user_id} />
            </div>
          ) : null}
          {hasQuestionnaire && me && scopeOf(me.role, 'health_data.write') ? <QuestionnaireLink user_id={user_id} isOwn={me.role === 'patient'} /> : null}
          <openTab.Tab key={`${user_id} ${openTab.name}`} user_id={user_id} />
        </Suspense>
      </div>
    </>
  )
}

function TabSkeleton() {
  // always loading: Suspense shows this only while the tab loads
  const skeleton = useSkeleton(true)
  return <div className={classes.waiting}>{skeleton ? <Skeleton width="94%" /> : null}</div>
}
