import type { Person } from '@sukoyaka/wire/people/account'
import { clsx } from 'clsx'
import { type ComponentProps, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { StepsTodayCard } from '../../domains/activity/StepsTodayCard.tsx'
import { useListHabitGoalsQuery } from '../../domains/habit/api.ts'
import { useListPatientsQuery } from '../../domains/patient/api.ts'
import { Greeting } from '../../domains/patient/Greeting.tsx'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { useIsOneColumn } from '../../ui/layout/phone.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { Near } from '../../ui/loading/Near.tsx'
import { useQueryState } from '../../ui/loading/QueryView.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { PhoneHeader } from './PhoneHeader.tsx'
import { PriorityItems } from './PriorityItems.tsx'
import classes from './SummaryPage.module.css'
import { stepGoalOf } from './step-goal.ts'

const MyGoalsCard = lazyNamed(() => import('../../domains/habit/MyGoalsCard.tsx'), 'MyGoalsCard')
const AddRecordCard = lazyNamed(() => import('../../domains/health-record/AddRecordCard.tsx'), 'AddRecordCard')
const MyBookings = lazyNamed(() => import('./below/Bookings.tsx'), 'MyBookings')
const MyScoresCard = lazyNamed(() => import('../../domains/score/MyScoresCard.tsx'), 'MyScoresCard')
const Concerns = lazyNamed(() => import('./below/Concerns.tsx'), 'Concerns')
const QuestionnairesCard = lazyNamed(() => import('../../domains/questionnaire/QuestionnairesCard.tsx'), 'QuestionnairesCard')
const StressCheckCard = lazyNamed(() => import('../../domains/stress-check/StressCheckCard.tsx'), 'StressCheckCard')
const MyMedicinesCard = lazyNamed(() => import('../../domains/medication/MyMedicinesCard.tsx'), 'MyMedicinesCard')
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

type HomeCardsProps = { user_id: number; stepGoal: ComponentProps<typeof StepsTodayCard>['goal']; team: readonly Person[] }

/**
 * Two independent columns; narrow windows have one. Only styles differ: a card that moved to another parent would lose its open dialog. The cards are in the
 * document in the order of the narrow window, the most important ones first. The heights of the placeholders are those of a usual record.
 */
function HomeCards({ user_id, stepGoal, team }: HomeCardsProps) {
  const { t } = useTranslation(['habit', 'booking', 'score', 'checkup', 'questionnaire', 'stress_check', 'medication'])
  const isOneColumn = useIsOneColumn()
  const why = (
    <Suspense>
      <DerivationLink user_id={user_id} />
    </Suspense>
  )
  return (
    <div className={classes.homeGrid}>
      <StepsTodayCard user_id={user_id} goal={stepGoal} why={why} />
      <div className={clsx(classes.column, classes.right)}>
        <Near id="goals" now={!isOneColumn} title={t('habit:today.title')} height={640} className={classes.anchor}>
          <MyGoalsCard user_id={user_id} />
        </Near>
        <Near now={!isOneColumn} height={182}>
          <AddRecordCard user_id={user_id} />
        </Near>
        <Near id="checkups" title={t('booking:mine.title')} height={680} className={classes.anchor}>
          <MyBookings user_id={user_id} />
        </Near>
        <Near title={t('checkup:concern.title')} height={900}>
          <Concerns user_id={user_id} team={team} />
        </Near>
      </div>
      <div className={classes.column}>
        <Near now={!isOneColumn} title={t('score:title')} height={isOneColumn ? 800 : 510}>
          <MyScoresCard user_id={user_id} />
        </Near>
        <Near title={t('questionnaire:card.title')} height={280}>
          <QuestionnairesCard user_id={user_id} isOwn mayAnswer />
        </Near>
        <Near title={t('stress_check:card.title')} height={102}>
          <StressCheckCard user_id={user_id} isOwn />
        </Near>
        <Near title={t('medication:mine.title')} height={1000}>
          <MyMedicinesCard user_id={user_id}>
            <MyHistory user_id={user_id} />
          </MyMedicinesCard>
        </Near>
      </div>
    </div>
  )
}
