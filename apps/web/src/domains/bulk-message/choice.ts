import type { BulkChoice } from '@sukoyaka/wire/boards/bulk-message'

/** `detail` distinguishes people with the same name. */
export type Named = { id: number; name: string; detail?: string }
/** Recipients being chosen, by filter (`filter`) or by name (`list`). */
export type Draft = {
  mode: 'filter' | 'list'
  everyone: boolean
  plans: string[]
  doctors: Named[]
  diseases: Named[]
  patients: Named[]
  lastCheckupFrom: string | null
  lastCheckupBefore: string | null
}

/** Recipients and text of the form. */
export type Values = { draft: Draft; body: string }

export const newDraft: Draft = {
  mode: 'filter',
  everyone: false,
  plans: [],
  doctors: [],
  diseases: [],
  patients: [],
  lastCheckupFrom: null,
  lastCheckupBefore: null,
}

const ids = (named: readonly Named[]) => named.map(({ id }) => id)

/** `choice` of the request; undefined while nothing is chosen, because an empty choice must not mean everyone. */
export const choiceOf = ({ mode, everyone, plans, doctors, diseases, patients, lastCheckupFrom, lastCheckupBefore }: Draft): BulkChoice | undefined => {
  if (mode === 'list') return patients.length ? { patient_ids: ids(patients) } : undefined
  const choice: BulkChoice = {
    ...(everyone && { everyone }),
    ...(plans.length && { plan_ids: plans.map(Number) }),
    ...(doctors.length && { main_doctor_ids: ids(doctors) }),
    ...(diseases.length && { disease_ids: ids(diseases) }),
    ...(lastCheckupFrom && { last_checkup_from: lastCheckupFrom }),
    ...(lastCheckupBefore && { last_checkup_before: lastCheckupBefore }),
  }
  return Object.keys(choice).length ? choice : undefined
}

/** The patients, doctors and diseases of a choice with their names; the choice has only their ids. */
export type ChosenNames = Pick<Draft, 'patients' | 'doctors' | 'diseases'>

/** The choice of a stopped bulk message as values of the form. */
export const draftOfChoice = (choice: BulkChoice, { patients, doctors, diseases }: ChosenNames): Draft => ({
  mode: choice.patient_ids ? 'list' : 'filter',
  everyone: choice.everyone ?? false,
  plans: (choice.plan_ids ?? []).map(String),
  doctors,
  diseases,
  patients,
  lastCheckupFrom: choice.last_checkup_from ?? null,
  lastCheckupBefore: choice.last_checkup_before ?? null,
})
