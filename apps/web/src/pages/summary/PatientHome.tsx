import { type ComponentProps, type CSSProperties, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { StepsTodayCard } from '../../domains/activity/StepsTodayCard.tsx'
import { ConcernsCard } from '../../domains/checkup/ConcernsCard.tsx'
import { TeamNote } from '../../domains/checkup/TeamNote.tsx'
import { useListHabitGoalsQuery } from '../../domains/habit/api.ts'
import { MyGoalsCard } from '../../domains/habit/MyGoalsCard.tsx'
import { useListPatientsQuery } from '../../domains/patient/api.ts'
import { Greeting } from '../../domains/patient/Greeting.tsx'
import { MyScoresCard } from '../../domains/score/MyScoresCard.tsx'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { useIsOneColumn } from '../../ui/layout/phone.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { useQueryState } from '../../ui/loading/QueryView.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { WithFacilities } from './Bookings.tsx'
import { PhoneHeader } from './PhoneHeader.tsx'
import { PriorityItems } from './PriorityItems.tsx'
import classes from './SummaryPage.module.css'
import { stepGoalOf } from './step-goal.ts'

const MyCheckupsCard = lazyNamed(() => import('../../domains/checkup/booking/MyCheckupsCard.tsx'), 'MyCheckupsCard')
const MyMedicinesCard = lazyNamed(() => import('../../domains/medication/MyMedicinesCard.tsx'), 'MyMedicinesCard')
const StressCheckCard = lazyNamed(() => import('../../domains/stress-check/StressCheckCard.tsx'), 'StressCheckCard')
const QuestionnairesCard = lazyNamed(() => import('../../domains/questionnaire/QuestionnairesCard.tsx'), 'QuestionnairesCard')
const MyHistory = lazyNamed(() => import('../../domains/illness/MyHistory.tsx'), 'MyHistory')
const DerivationLink = lazyNamed(() => import('../../domains/device/DerivationLink.tsx'), 'DerivationLink')

/** The patient's own summary page, in comfortable density and plain language. */
export function PatientHome({ user_id }: { user_id: number }) {
  // load namespaces of data-dependent parts with the page: one loading later would suspend the whole page
  useTranslation(['home', 'interview', 'booking'])
  const { t } = useTranslation('patient')
  const patients = useListPatientsQuery({ q: { id_eq: user_id }, include: ['care_people'] })
  const patient = patients.currentData?.items[0]
  const state = useQueryState({ ...patients, currentData: patient })
  const { currentData: goals } = useListHabitGoalsQuery({ user_id })
  const stepGoal = goals && stepGoalOf(goals.items)
  usePageTitle(t('page.home'))
  if (patients.currentData && !patient) throw new PageError(404)
  return (
    <>
      <PhoneHeader />
      <div className={classes.home} data-density="comfortable">
        {state.data ? (
          <Greeting patient={state.data} />
        ) : state.isFailed ? (
          <div className={classes.failed}>
            <h1 className="visually-hidden">{t('page.home')}</h1>
            <ErrorState onRetry={() => void patients.refetch()} />
          </div>
        ) : (
          <div className={classes.homeWaiting} aria-busy="true">
            {state.isSkeletonShown ? <Skeleton width={320} height={32} /> : null}
          </div>
        )}
        <PriorityItems user_id={user_id} />
        <HomeCards user_id={user_id} stepGoal={stepGoal} team={(patient?.care_people ?? []).map(({ user }) => user)} />
      </div>
    </>
  )
}

type HomeCardsProps = { user_id: number; stepGoal: ComponentProps<typeof StepsTodayCard>['goal']; team: ComponentProps<typeof TeamNote>['team'] }

/** Two independent columns; narrow windows have one, with the most important cards first. */
function HomeCards({ user_id, stepGoal, team }: HomeCardsProps) {
  const isOneColumn = useIsOneColumn()
  const why = (
    <Suspense>
      <DerivationLink user_id={user_id} />
    </Suspense>
  )
  const steps = <StepsTodayCard key="steps" user_id={user_id} goal={stepGoal} why={why} />
  const scores = <MyScoresCard key="scores" user_id={user_id} />
  const goals = (
    <div key="goals" id="goals" className={classes.anchor}>
      <MyGoalsCard user_id={user_id} />
    </div>
  )
  const checkups = (
    <div key="checkups" id="checkups" className={classes.anchor}>
      <Suspense>
        <MyCheckupsCard user_id={user_id} WithDirectory={WithFacilities} />
      </Suspense>
    </div>
  )
  const concerns = <ConcernsCard key="concerns" user_id={user_id} note={<TeamNote user_id={user_id} team={team} />} />
  const records = (
    <div key="records" className={classes.last}>
      <Suspense>
        <QuestionnairesCard user_id={user_id} isOwn mayAnswer />
        <StressCheckCard user_id={user_id} isOwn />
        <MyMedicinesCard user_id={user_id}>
          <MyHistory user_id={user_id} />
        </MyMedicinesCard>
      </Suspense>
    </div>
  )
  const columns = isOneColumn
    ? [[steps, goals, checkups, scores, concerns, records]]
    : [
        [steps, scores, records],
        [goals, checkups, concerns],
      ]
  return (
    <div className={classes.homeGrid} style={{ '--columns': columns.length } as CSSProperties}>
      {columns.map((cards, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its place
        <div key={at} className={classes.column}>
          {cards}
        </div>
      ))}
    </div>
  )
}
