import { fullName } from '@sukoyaka/rules/person'
import { isCareRole, scopeOf } from '@sukoyaka/wire/access'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { DrugAllergy } from '../../illness/DrugAllergy.tsx'
import { isId } from '../../kit/id.ts'
import { PageError } from '../../kit/page-error.ts'
import { selectMe } from '../../kit/session.ts'
import { useAppSelector } from '../../kit/store.ts'
import { usePageTitle } from '../../kit/title.ts'
import { setSidebarLayer } from '../../message/sidebar/open-state.ts'
import { useListPatientsQuery } from '../../patient/api.ts'
import { CondensedPatientHeader } from '../../patient/PatientHeader.tsx'
import { ErrorState } from '../../ui/Empty.tsx'
import { Skeleton, useSkeleton } from '../../ui/Skeleton.tsx'
import { TabLinks } from '../../ui/TabLinks.tsx'
import { useLanguage } from '../../ui/tokyo.ts'
import { PatientTabs } from '../patient/PatientTabs.tsx'
import classes from './DatabasePage.module.css'
import { tabs } from './tabs.tsx'

const QuestionnaireLink = lazy(async () => ({ default: (await import('../../questionnaire/QuestionnaireLink.tsx')).QuestionnaireLink }))

/** Everything measured and answered over the years, a tab for each kind. */
export function DatabasePage() {
  const { userId = '' } = useParams()
  const me = useAppSelector(selectMe)
  if (!isId.test(userId)) throw new PageError(404)
  if (!me) return null
  const user_id = Number(userId)
  return me.role === 'patient' ? <OwnData user_id={user_id} /> : <StaffDatabase key={userId} user_id={user_id} hasList={isCareRole(me.role)} />
}

function StaffDatabase({ user_id, hasList }: { user_id: number; hasList: boolean }) {
  const { t } = useTranslation('patient')
  const language = useLanguage()
  const { currentData, isError, isFetching, refetch } = useListPatientsQuery({
    q: { id_eq: user_id },
    include: ['contracts', 'care_people', 'allergy_reactions'],
  })
  const patient = currentData?.items[0]
  const failed = isError && !currentData && !isFetching
  const skeleton = useSkeleton(!currentData && !failed)
  usePageTitle(patient ? `${fullName(patient, language)}｜${t('page.database')}` : t('page.database'))
  if (currentData && !patient) throw new PageError(404)
  return (
    <div className={classes.page}>
      <CondensedPatientHeader
        patient={skeleton ? undefined : patient}
        skeleton={skeleton}
        alert={<DrugAllergy reactions={patient?.allergy_reactions} />}
        tabs={<PatientTabs user_id={user_id} />}
        onOpenList={hasList ? () => setSidebarLayer(true) : undefined}
      />
      {failed && !skeleton ? <ErrorState title={t('header.error')} onRetry={() => void refetch()} /> : <Tabs user_id={user_id} />}
    </div>
  )
}

function OwnData({ user_id }: { user_id: number }) {
  const { t } = useTranslation('patient')
  const me = useAppSelector(selectMe)
  usePageTitle(t('page.data'))
  if (me?.id !== user_id) throw new PageError(404)
  return (
    <div className={`${classes.page} ${classes.own}`} data-density="comfortable">
      <h1 className={classes.title}>{t('page.data')}</h1>
      <Tabs user_id={user_id} />
    </div>
  )
}

function Tabs({ user_id }: { user_id: number }) {
  const { t } = useTranslation('patient')
  const [search] = useSearchParams()
  const me = useAppSelector(selectMe)
  const asked = search.get('tab') ?? tabs[0].name
  const open = tabs.find(({ name }) => name === asked)
  if (!open) throw new PageError(404)
  const isAsked = open.name === 'symptoms' || open.name === 'lifestyle'
  return (
    <>
      <div className={classes.tabs}>
        <TabLinks
          level="second"
          label={t('database.label')}
          tabs={tabs.map(({ name }, at) => ({
            to: `/${user_id}/database${at === 0 ? '' : `?tab=${name}`}`,
            label: t(`database.${name}`),
            current: name === open.name,
          }))}
        />
      </div>
      <div className={classes.content}>
        <Suspense fallback={<Waiting />}>
          {isAsked && me && scopeOf(me.role, 'health_data.write') ? <QuestionnaireLink user_id={user_id} isOwn={me.role === 'patient'} /> : null}
          <open.Tab key={`${user_id} ${open.name}`} user_id={user_id} />
        </Suspense>
      </div>
    </>
  )
}

function Waiting() {
  const skeleton = useSkeleton(true)
  return <div className={classes.waiting}>{skeleton ? <Skeleton width="94%" /> : null}</div>
}
