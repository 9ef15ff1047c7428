export const roles = ['patient', 'observer', 'concierge', 'trainer', 'nutritionist', 'nurse', 'doctor', 'admin'] as const
export type Role = (typeof roles)[number]
/** Roles that care for patients. */
export const careRoles = ['doctor', 'nurse', 'trainer', 'observer', 'nutritionist', 'concierge'] as const satisfies readonly Role[]
export const isCareRole = (role: Role) => (careRoles as readonly Role[]).includes(role)

/** `own`: the catalogue and data about the caller (of kartes: those that the caller wrote). `all`: data of every patient. */
export type Scope = 'own' | 'all'
type Row = Partial<Record<Role, Scope>>

const readers: Row = { patient: 'own', observer: 'all', concierge: 'all', trainer: 'all', nutritionist: 'all', nurse: 'all', doctor: 'all', admin: 'all' }
const staff: Row = { observer: 'all', concierge: 'all', trainer: 'all', nutritionist: 'all', nurse: 'all', doctor: 'all', admin: 'all' }
const writers: Row = { concierge: 'all', trainer: 'all', nutritionist: 'all', nurse: 'all', doctor: 'all', admin: 'all' }
const coaches: Row = { trainer: 'all', nutritionist: 'all', nurse: 'all', doctor: 'all', admin: 'all' }
const clinicians: Row = { nurse: 'all', doctor: 'all', admin: 'all' }
const everyone: Row = { patient: 'own', observer: 'own', concierge: 'own', trainer: 'own', nutritionist: 'own', nurse: 'own', doctor: 'own', admin: 'own' }

/** Permission matrix of the product: anything not listed is denied. */
export const access = {
  'patient.read': readers,
  'profile.write': { patient: 'own', concierge: 'all', ...clinicians },
  'diagnoses.write': clinicians,
  'test_results.write': clinicians,
  /** Upload files of results, map their columns and correct their rows; writing the values needs `test_results.write`. */
  'imports.prepare': { concierge: 'all', ...clinicians },
  'bookings.propose': { patient: 'own', concierge: 'all', ...clinicians },
  // only patients decline; staff propose other times instead
  'proposals.decline': { patient: 'own' },
  'bookings.write': { concierge: 'all', ...clinicians },
  'interview_notes.read': staff,
  'interview_notes.write': coaches,
  /** Covers `bookings.write` and `interview_notes.write`; the handler checks which of them the changed fields need. */
  'interviews.write': writers,
  'kartes.read': staff,
  'kartes.write': { concierge: 'own', trainer: 'own', nutritionist: 'own', nurse: 'own', doctor: 'own', admin: 'all' },
  'habit_goals.add': { patient: 'own', ...coaches },
  'habit_goals.tick': { patient: 'own', ...coaches },
  'habit_goals.write': coaches,
  'health_data.write': { patient: 'own', ...coaches },
  // only the patient answers; staff read the results that the patient shares
  'stress_checks.read': readers,
  'stress_checks.answer': { patient: 'own' },
  /** Issue reports of released results. */
  'reports.write': { patient: 'own', ...writers },
  'messages.read': readers,
  'messages.write': { patient: 'own', ...writers },
  'coordination.read': staff,
  'coordination.write': writers,
  'bulk_messages.write': { concierge: 'all', ...clinicians },
  'shop.buy': { patient: 'own' },
  'shop.read': { patient: 'own', admin: 'all' },
  'recommendations.read': readers,
  'recommendations.write': coaches,
  'contracts.renew': { patient: 'own', concierge: 'all', admin: 'all' },
  /** Start, change and end a contract; patients can only switch its renewal on and off (`contracts.renew`). */
  'contracts.write': { concierge: 'all', admin: 'all' },
  'payments.read': { patient: 'own', concierge: 'all', admin: 'all' },
  'payments.write': { patient: 'own', concierge: 'all', admin: 'all' },
  'administration.write': { admin: 'all' },
  /** All records at once, as files. */
  'fhir.export': { admin: 'all' },
  'staff.read': staff,
  'care_team.write': { concierge: 'all', ...clinicians },
  /** A copy of one's own data. */
  'data_exports.own': { patient: 'own' },
  'calendar_feeds.own': everyone,
  // only patients show their record to others
  'shares.own': { patient: 'own' },
  'account.own': everyone,
  'catalogue.read': everyone,
} as const satisfies Record<string, Row>

export type Permission = keyof typeof access

export const scopeOf = (role: Role, permission: Permission): Scope | undefined => (access[permission] as Row)[role]
