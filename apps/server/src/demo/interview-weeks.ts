import { addDays, tokyoStartOfDay, weekdayOf } from '@sukoyaka/rules/time'
import { holidayDays } from '../domains/facility/holidays.ts'
import { type DemoInterview, demoInterview, type Meeting, type MeetingChange } from './interviews.ts'
import { summaries } from './notes.ts'
import type { DemoPatient } from './people/people.ts'
import type { Colleague, Member } from './people/teams.ts'
import { randomOf } from './random.ts'

/** Roles with full weeks, and their interviews per day (min, max). */
const weeklyLoad: [role: Colleague['role'], min: number, max: number][] = [
  // the role with the fewest patients picks first
  ['nutritionist', 2, 3],
  ['doctor', 3, 5],
  ['nurse', 2, 4],
]
/** Patients from this index on are added by `npm run seed` for load tests and get no interviews here. */
const loadTestFrom = 160
/** Start hours within office hours and outside lunch. */
const starts = [9, 10, 11, 13, 14, 15, 16, 17]
const names: Partial<Record<Colleague['role'], readonly string[]>> = { nutritionist: ['栄養相談', '', '食事記録の振り返り'], nurse: ['', '服薬の確認', ''] }
const reasons = ['ご本人のご都合', '出張のため', '担当者の都合']

type Span = { userId: number; from: number; to: number }
const spanOf = ({ interview, staff_ids }: DemoInterview): Span[] =>
  [interview.interviewee_id, ...staff_ids].map((userId) => ({ userId, from: Date.parse(interview.conducted_at), to: Date.parse(interview.ends_at!) }))

const changeOf = (nth: number, day: string): MeetingChange =>
  nth % 13 === 5
    ? { cancelled: '体調不良のご連絡' }
    : nth % 9 === 4
      ? { movedFrom: { day: addDays(day, -7), hours: 10, reason: reasons[nth % reasons.length]! } }
      : {}

/**
 * Makes interviews of the first nutritionist, doctor and nurse for this week and the next: at most one per patient, and none that overlaps another one or one
 * of `known`. Returns them by patient id.
 */
export const interviewsOfWeeks = (
  patients: readonly DemoPatient[],
  teams: readonly Member[][],
  staff: readonly Colleague[],
  known: readonly DemoInterview[],
  today: string,
) => {
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7))
  const busySpans = known.flatMap(spanOf)
  const period = [tokyoStartOfDay(monday).getTime(), tokyoStartOfDay(addDays(monday, 14)).getTime()] as const
  const patientsWithInterview = new Set(busySpans.filter(({ from }) => from >= period[0] && from < period[1]).map(({ userId }) => userId))
  const interviewByPatient = new Map<number, DemoInterview>()
  for (const [role, min, max] of weeklyLoad) {
    const colleague = staff.find((person) => person.role === role)
    if (!colleague) continue
    const ownPatients = patients.filter(
      ({ id, index, edgeCase }, i) =>
        index > 0 && index < loadTestFrom && !edgeCase && !patientsWithInterview.has(id) && teams[i]!.some((member) => member.id === colleague.id),
    )
    const queue = ownPatients.values()
    const r = randomOf(`week of ${role}`, 0)
    let nth = 0
    for (let workday = 0; workday < 10; workday++) {
      const day = addDays(monday, workday + (workday > 4 ? 2 : 0))
      if (holidayDays().has(day)) continue
      const freeStarts = [...starts]
      // today has interviews of its own, added in staff-work.ts
      for (let count = day === today ? 1 : r.between(min, max); count > 0; count--) {
        const hours = freeStarts.splice(r.between(0, freeStarts.length - 1), 1)[0]!
        const isIntro = nth % 8 === 3
        const minutes = isIntro ? 60 : r.pick([30, 30, 30, 45])
        const start = hours + (minutes < 60 && r.chance(0.3) ? (minutes === 30 ? 0.5 : 0.25) : 0)
        const from = tokyoStartOfDay(day).getTime() + start * 3_600_000
        if (busySpans.some((span) => span.userId === colleague.id && span.from < from + minutes * 60_000 && span.to > from)) continue
        const patient = queue.next().value
        if (!patient) break
        nth++
        const meeting: Meeting = {
          day,
          hours: start,
          minutes,
          kind: isIntro ? 'intro' : r.pick(['follow', 'follow', 'follow', 'plan', 'review']),
          isOnline: !isIntro && r.chance(0.65),
          name: names[role] && !isIntro ? r.pick(names[role]) : '',
          ...changeOf(nth, day),
        }
        if (day < today && !meeting.cancelled && r.chance(0.6)) meeting.summary = r.pick(summaries)
        const next = demoInterview(patient, today, [colleague.id], meeting)
        busySpans.push(...spanOf(next))
        patientsWithInterview.add(patient.id)
        interviewByPatient.set(patient.id, next)
      }
    }
  }
  return interviewByPatient
}
