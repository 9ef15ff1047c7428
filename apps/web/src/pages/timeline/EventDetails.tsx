import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import type { Interview } from '@sukoyaka/wire/care/interview'
import type { TestPackage } from '@sukoyaka/wire/record/checkup'
import type { Questionnaire } from '@sukoyaka/wire/record/questionnaire'
import { useTranslation } from 'react-i18next'
import { CheckupResults } from '../../domains/checkup/CheckupResults.tsx'
import { GoalDetails } from '../../domains/habit/GoalDetails.tsx'
import { InterviewFacts } from '../../domains/interview/InterviewFacts.tsx'
import { MinutesPanel } from '../../domains/minutes/MinutesPanel.tsx'
import { useListPatientsQuery } from '../../domains/patient/api.ts'
import { QuestionnaireAnswers } from '../../domains/questionnaire/QuestionnaireAnswers.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'

type Props = { audience: 'staff' | 'patient'; interview?: Interview; test_package?: TestPackage; questionnaire?: Questionnaire; habit_goal?: HabitGoal }

/** Details of an item, expanded inside the timeline. */
export function EventDetails({ audience, interview, test_package, questionnaire, habit_goal }: Props) {
  if (interview)
    return (
      <>
        <InterviewFacts interview={interview} />
        {audience === 'staff' ? <MinutesPanel interview_id={interview.id} isAwaited={false} isInside /> : null}
      </>
    )
  if (test_package) return <CheckupResults test_package={test_package} audience={audience} />
  if (questionnaire) return <Answers questionnaire={questionnaire} />
  return habit_goal ? <GoalDetails habit_goal={habit_goal} /> : null
}

function Answers({ questionnaire: { id, user_id } }: { questionnaire: Questionnaire }) {
  const { t } = useTranslation('ui')
  const patients = useListPatientsQuery({ q: { id_eq: user_id } })
  return (
    <QueryView query={{ ...patients, currentData: patients.currentData?.items[0] }} error={t('error.title')} skeleton={<SkeletonLines count={5} />}>
      {({ sex }) => <QuestionnaireAnswers id={id} sex={sex} />}
    </QueryView>
  )
}
