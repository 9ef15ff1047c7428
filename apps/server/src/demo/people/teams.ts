import { addDays, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { care_people } from '../../domains/patient/tables.ts'
import { randomOf } from '../random.ts'
import type { CareRole, DemoPatient } from './people.ts'

export type Colleague = { id: number; role: CareRole | 'admin' }
export type Member = { id: number; role: CareRole; main: boolean }

/** The care team: first a main doctor and a main nurse, often the first of their role, then other roles and sometimes a second doctor. */
export const teamFor = (patient: DemoPatient, staff: readonly Colleague[]): Member[] => {
  if (patient.edgeCase === 'empty') return []
  const r = randomOf('team', patient.index)
  const staffOfRole = (role: CareRole) => staff.filter((person) => person.role === role)
  const first = patient.index === 0
  const leading = (role: CareRole, probability: number): Member => {
    const [main, ...others] = staffOfRole(role)
    return { id: first || !others.length || r.chance(probability) ? main!.id : r.pick(others).id, role, main: true }
  }
  const team = [leading('doctor', 0.34), leading('nurse', 0.5)]
  const supportRoles: [CareRole, number][] = [
    ['nutritionist', 0.5],
    ['trainer', 0.4],
    ['concierge', 0.45],
    ['observer', 0.12],
  ]
  for (const [role, probability] of supportRoles)
    if ((first && role !== 'observer') || r.chance(probability)) team.push({ ...leading(role, 0.6), main: first || r.chance(0.7) })
  // a second doctor, never the main one
  const second = r.pick(staffOfRole('doctor'))
  if (!first && r.chance(0.15) && !team.some((member) => member.id === second.id)) team.push({ id: second.id, role: 'doctor', main: false })
  return team
}

export const teamRows = (patient: DemoPatient, team: readonly Member[], today: string): (typeof care_people.$inferInsert)[] => {
  const created_at = tokyoStartOfDay(addDays(today, -randomOf('joined', patient.index).between(30, 400))).toISOString()
  return team.map(({ id, role, main }) => ({ user_id: patient.id, staff_id: id, role, main, created_at }))
}
