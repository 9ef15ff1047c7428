import { checkupState, isUpcoming } from '@sukoyaka/rules/care/schedule'
import { type DatedPackage, isDated, promisedDay } from '@sukoyaka/rules/test-package'
import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import type { Interview } from '@sukoyaka/wire/care/interview'
import type { InterviewProposal } from '@sukoyaka/wire/care/message'
import type { TestPackage } from '@sukoyaka/wire/record/checkup'
import type { DataEntryRequest } from '@sukoyaka/wire/record/data-entry-request'

/**
 * Something that the patient may want to know or do. `released`: new results. `booked`: an appointment for a checkup. `choosing`: a checkup whose dates the
 * patient must choose. `confirming`: results that are not released yet. `request`: an open request for data.
 */
export type Priority =
  | { what: 'interview'; interview: Interview; isOpen: boolean }
  | { what: 'released' | 'booked'; checkup: DatedPackage }
  | { what: 'choosing'; checkup: TestPackage }
  | { what: 'confirming'; checkup: DatedPackage; expected: string | undefined }
  | { what: 'proposal'; id: number; starts: readonly [string, ...string[]]; patient_id: number }
  | { what: 'request'; request: DataEntryRequest }
  | { what: 'goal'; goal: HabitGoal }

type PriorityInput = {
  interviews: readonly Interview[]
  checkups: readonly TestPackage[]
  goals: readonly HabitGoal[]
  requests?: readonly DataEntryRequest[]
  proposals?: readonly { id: number; patient_id: number; interview_proposal: InterviewProposal }[]
}

const maxPriorities = 3
const joinBeforeMs = 10 * 60_000
/** Days for which released results are new. */
const newDays = 14
/** Days within which an appointment or a due date is near. */
const nearDays = 3
const weekDays = 7

/** Sort key: lower is more urgent. Equally urgent priorities are sorted by date. */
const urgencyOf = (priority: Priority, now: Date): number => {
  const today = tokyoDay(now)
  const isWithin = (instant: string, days: number) => tokyoDay(instant) <= addDays(today, days)
  if (priority.what === 'interview')
    return priority.isOpen ? 0 : isWithin(priority.interview.conducted_at, nearDays) ? 2 : isWithin(priority.interview.conducted_at, weekDays) ? 4 : 7
  if (priority.what === 'released') return 1
  // staff wait for the answer, and the times expire
  if (priority.what === 'proposal') return 1.2
  // a request due soon comes before near appointments, but after an interview that can be joined; other requests come after near appointments
  if (priority.what === 'request') return priority.request.due_on !== null && isWithin(`${priority.request.due_on}T00:00:00+09:00`, nearDays) ? 1.5 : 3.5
  if (priority.what === 'booked') return isWithin(priority.checkup.tested_at, nearDays) ? 3 : isWithin(priority.checkup.tested_at, weekDays) ? 5 : 8
  // the patient must choose dates
  if (priority.what === 'choosing') return 3.7
  return priority.what === 'confirming' ? 9 : 10
}
const instantOf = (priority: Priority) =>
  priority.what === 'interview'
    ? priority.interview.conducted_at
    : priority.what === 'goal'
      ? priority.goal.created_at
      : priority.what === 'request'
        ? priority.request.created_at
        : priority.what === 'proposal'
          ? priority.starts[0]
          : (priority.checkup.tested_at ?? priority.checkup.updated_at)

const prioritiesOfCheckup = (checkup: TestPackage, now: Date): Priority[] => {
  if (!isDated(checkup)) return [{ what: 'choosing', checkup }]
  if (checkup.released_at !== null) return tokyoDay(checkup.released_at) > addDays(tokyoDay(now), -newDays) ? [{ what: 'released', checkup }] : []
  const state = checkupState(checkup, now)
  // unregistered and unreleased results look the same to the patient
  if (state === undefined || state === 'waiting') return [{ what: 'confirming', checkup, expected: promisedDay(checkup, now) }]
  if (state === 'booked') return [{ what: 'booked', checkup }]
  // suggested dates wait for an answer: the patient has nothing to do, and the card of checkups says so
  return []
}

const isPaused = ({ paused_on, paused_until }: HabitGoal, day: string) =>
  paused_on !== null && paused_on <= day && (paused_until === null || day <= paused_until)
/** A habit not checked off today; if there are no habits, a one-time goal. Skips paused goals. */
const todaysGoal = (goals: readonly HabitGoal[], today: string): HabitGoal | undefined => {
  const open = goals.filter((goal) => !goal.achieved_on && !isPaused(goal, today))
  const habits = open.filter(({ days_per_week }) => days_per_week !== null)
  return habits.length ? habits.find(({ week }) => !week.some(({ day, done }) => day === today && done)) : open[0]
}

/** Up to three things the patient may want to know or do, the most urgent first. */
export const prioritiesOf = ({ interviews, checkups, goals, requests = [], proposals = [] }: PriorityInput, now: Date): Priority[] => {
  const goal = todaysGoal(goals, tokyoDay(now))
  const priorities: Priority[] = [
    ...interviews
      .filter((interview) => isUpcoming(interview, now))
      .map((interview): Priority => ({ what: 'interview', interview, isOpen: Date.parse(interview.conducted_at) - joinBeforeMs <= now.getTime() })),
    ...checkups.flatMap((checkup) => prioritiesOfCheckup(checkup, now)),
    ...requests.filter(({ state }) => state === 'open').map((request): Priority => ({ what: 'request', request })),
    ...proposals.flatMap(({ id, patient_id, interview_proposal }): Priority[] => {
      const [first, ...others] = interview_proposal.starts.filter((start) => Date.parse(start) > now.getTime())
      return first === undefined ? [] : [{ what: 'proposal', id, patient_id, starts: [first, ...others] }]
    }),
    ...(goal ? [{ what: 'goal' as const, goal }] : []),
  ]
  return priorities.sort((a, b) => urgencyOf(a, now) - urgencyOf(b, now) || Date.parse(instantOf(a)) - Date.parse(instantOf(b))).slice(0, maxPriorities)
}
