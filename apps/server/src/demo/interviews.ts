import { addDays, addMonths, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { interview_moves, interview_participants, interviews } from '../domains/interview/tables.ts'
import type { kartes } from '../domains/karte/tables.ts'
import { hostileNote, newestNotes, notes, summaries } from './notes.ts'
import type { DemoPatient } from './people/people.ts'
import type { Member } from './people/teams.ts'
import { type Random, randomOf } from './random.ts'

type Interview = typeof interviews.$inferInsert
type Move = { conducted_at: string; reason: string }
export type DemoInterview = { interview: Interview; staff_ids: number[]; rescheduled?: Move }

/** Patients with an index below this have a history of interviews and notes; others get none here, except the edge case `hostile`. */
const longHistories = 40
const at = (day: string, hours: number) => new Date(tokyoStartOfDay(day).getTime() + hours * 3_600_000).toISOString()
const places = ['みなとさくらクリニック', '北町ヘルスケアセンター', 'なにわ中央健診プラザ', '博多ベイ総合健診センター', '札幌ノース内科・健診']

export type Meeting = {
  day: string
  hours: number
  minutes: number
  kind: Interview['kind']
  isOnline: boolean
  name?: string
  summary?: string
} & MeetingChange
/** A rescheduling or a cancellation. */
export type MeetingChange = { movedFrom?: { day: string; hours: number; reason: string }; cancelled?: string }

export const demoInterview = ({ id, index }: DemoPatient, today: string, staff_ids: number[], meeting: Meeting): DemoInterview => {
  const { day, hours, minutes, kind, isOnline, name, summary, movedFrom, cancelled } = meeting
  const created_at = at(addDays(day < today ? day : today, -12), 11)
  return {
    staff_ids,
    ...(movedFrom && { rescheduled: { conducted_at: at(movedFrom.day, movedFrom.hours), reason: movedFrom.reason } }),
    interview: {
      interviewee_id: id,
      kind,
      name: name ?? '',
      conducted_at: at(day, hours),
      ends_at: at(day, hours + minutes / 60),
      location: isOnline ? '' : places[index % places.length]!,
      meeting_type: isOnline ? 'online' : 'other',
      meeting_url: isOnline ? `https://meet.example.com/sukoyaka-${id}-${day.replaceAll('-', '')}` : null,
      status: cancelled ? 'cancelled' : day < today ? 'done' : 'scheduled',
      // insertRows takes the columns of the first row
      cancelled_at: cancelled ? created_at : null,
      cancel_reason: cancelled ?? null,
      sequence: Number(movedFrom !== undefined) + Number(cancelled !== undefined),
      patient_summary: summary ?? '',
      facility_id: null,
      created_at,
      updated_at: created_at,
    },
  }
}

const saeki = (patient: DemoPatient, team: readonly Member[], today: string): DemoInterview[] => {
  const idsOfRole = (role: Member['role']) => team.filter((member) => member.role === role).map(({ id }) => id)
  const follow = { kind: 'follow' as const, isOnline: true }
  return [
    demoInterview(patient, today, idsOfRole('doctor'), {
      ...follow,
      day: addDays(today, 6),
      hours: 14,
      minutes: 30,
      movedFrom: { day: addDays(today, 4), hours: 11, reason: 'ご本人のご都合' },
    }),
    demoInterview(patient, today, idsOfRole('nutritionist'), { ...follow, day: addDays(today, -16), hours: 10, minutes: 32, summary: summaries[0]! }),
    ...[3, 6, 9, 12].map((months, i) =>
      demoInterview(patient, today, idsOfRole('doctor'), {
        kind: i === 3 ? 'review' : 'follow',
        isOnline: i % 2 === 0,
        day: addMonths(addDays(today, -20), -months),
        hours: 14,
        minutes: 30,
        summary: summaries[i % summaries.length]!,
      }),
    ),
    demoInterview(patient, today, idsOfRole('doctor'), { kind: 'plan', isOnline: true, day: addMonths(addDays(today, -20), -18), hours: 11, minutes: 45 }),
    demoInterview(patient, today, idsOfRole('doctor'), { kind: 'intro', isOnline: false, day: addMonths(addDays(today, -20), -19), hours: 10, minutes: 60 }),
  ]
}

const randomInterviews = (patient: DemoPatient, team: readonly Member[], today: string, r: Random): DemoInterview[] => {
  const pickStaffId = () => (r.chance(0.6) ? team[0]! : r.pick(team)).id
  const meeting = (day: string, kind: Meeting['kind']): DemoInterview =>
    demoInterview(patient, today, [pickStaffId()], {
      day,
      kind,
      hours: r.between(9, 17),
      minutes: r.pick([30, 30, 45]),
      isOnline: r.chance(0.6),
      ...(day < today && r.chance(0.7) && { summary: r.pick(summaries) }),
    })
  const demoInterviews = Array.from({ length: r.between(1, 6) }, (_, i) =>
    meeting(addMonths(addDays(today, -r.between(4, 60)), -3 * i), i > 3 ? 'plan' : 'follow'),
  )
  return r.chance(0.6) ? [meeting(addDays(today, r.between(1, 40)), r.pick(['follow', 'follow', 'review', 'plan'])), ...demoInterviews] : demoInterviews
}

/** Past and future interviews of a patient. */
export const interviewsFor = (patient: DemoPatient, team: readonly Member[], today: string): DemoInterview[] => {
  if (patient.edgeCase === 'hostile' && team.length)
    return [
      demoInterview(
        patient,
        today,
        team.map(({ id }) => id),
        { day: addDays(today, 1), hours: 18, minutes: 150, kind: 'other', isOnline: false, name: '区切りのない長い名前'.repeat(10) },
      ),
    ]
  if (patient.index >= longHistories || patient.edgeCase || !team.length) return []
  return patient.index === 0 ? saeki(patient, team, today) : randomInterviews(patient, team, today, randomOf('interviews', patient.index))
}

export const participantsOf = (demoInterviews: readonly DemoInterview[], ids: readonly number[]): (typeof interview_participants.$inferInsert)[] =>
  demoInterviews.flatMap(({ staff_ids }, i) => staff_ids.map((staff_id, place) => ({ interview_id: ids[i]!, staff_id, place })))

export const movesOf = (demoInterviews: readonly DemoInterview[], ids: readonly number[]): (typeof interview_moves.$inferInsert)[] =>
  demoInterviews.flatMap(({ rescheduled, interview, staff_ids }, i) =>
    rescheduled
      ? [{ ...rescheduled, interview_id: ids[i]!, moved_to: interview.conducted_at, moved_by: staff_ids[0] ?? null, created_at: interview.created_at! }]
      : [],
  )

type Karte = typeof kartes.$inferInsert

/** Notes of a patient. `datedInterviews`: the patient's interviews, which some notes belong to. */
export const kartesFor = (patient: DemoPatient, team: readonly Member[], datedInterviews: readonly { id: number; day: string }[], today: string): Karte[] => {
  const karteRow = (author_id: number, memo: string, written_at: string, interview_id: number | null = null): Karte => ({
    user_id: patient.id,
    author_id,
    interview_id,
    memo,
    created_at: written_at,
    updated_at: written_at,
  })
  if (patient.edgeCase === 'hostile' && team.length) return [karteRow(team[0]!.id, hostileNote, at(addDays(today, -1), 10))]
  if (patient.index >= longHistories || patient.edgeCase || !team.length) return []
  const r = randomOf('kartes', patient.index)
  const first = patient.index === 0
  const newest = first
    ? newestNotes.map(({ role: authorRole, memo }, i) => {
        const author = team.find(({ role }) => role === authorRole) ?? team[0]!
        const day = addDays(today, i ? -16 : -3)
        return karteRow(author.id, memo, at(day, i ? 11 + 5 / 60 : 16 + 1 / 3), datedInterviews.find((row) => row.day === day)?.id ?? null)
      })
    : []
  const usableNotes = notes.filter(({ role: authorRole }) => team.some(({ role }) => role === authorRole))
  const older = Array.from({ length: first ? 40 : r.between(2, 12) }, (_, i) => {
    const { role: authorRole, memo } = r.pick(usableNotes)
    return karteRow(team.find(({ role }) => role === authorRole)!.id, memo, at(addDays(today, -(first ? 20 : 2) - 11 * i - r.between(0, 9)), r.between(9, 18)))
  })
  return [...newest, ...older]
}
