import type { TimelineItem } from '@sukoyaka/wire/boards/timeline'
import { AssessmentItem } from '../../domains/assessment/AssessmentItem.tsx'
import { TestPackageItem } from '../../domains/checkup/TestPackageItem.tsx'
import { ContractItem } from '../../domains/contract/ContractItem.tsx'
import { GoalItem } from '../../domains/habit/GoalItem.tsx'
import { InterviewItem } from '../../domains/interview/InterviewItem.tsx'
import { KarteItem } from '../../domains/karte/KarteItem.tsx'
import { QuestionnaireEvent } from '../../domains/questionnaire/QuestionnaireItem.tsx'
import { OrderItem } from '../../domains/shop/order/OrderItem.tsx'
import { ContactItem } from '../../domains/today/ContactItem.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'

const EventDetails = lazyNamed(() => import('./EventDetails.tsx'), 'EventDetails')

/** Timeline item, rendered by its domain. */
export function Event({ item, audience }: { item: TimelineItem; audience: 'staff' | 'patient' }) {
  const { event, karte, interview, test_package, findings, questionnaire, habit_goal, assessment, contract, order, urgent_contact } = item
  if (karte) return <KarteItem karte={karte} />
  if (interview) return <InterviewItem interview={interview} audience={audience} details={<EventDetails audience={audience} interview={interview} />} />
  if (test_package)
    return (
      <TestPackageItem
        test_package={test_package}
        findings={findings}
        audience={audience}
        details={<EventDetails audience={audience} test_package={test_package} />}
      />
    )
  if (questionnaire) return <QuestionnaireEvent questionnaire={questionnaire} details={<EventDetails audience={audience} questionnaire={questionnaire} />} />
  if (habit_goal) return <GoalItem habit_goal={habit_goal} event={event} details={<EventDetails audience={audience} habit_goal={habit_goal} />} />
  if (assessment) return <AssessmentItem assessment={assessment} event={event} />
  if (contract) return <ContractItem contract={contract} event={event} />
  if (order) return <OrderItem order={order} audience={audience} />
  if (urgent_contact) return <ContactItem contact={urgent_contact} />
  return null
}
