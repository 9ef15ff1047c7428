import type { BulkChoice } from '@sukoyaka/wire/boards/bulk-message'

export type Named = { id: number; name: string }
/** Whom it is for, as it is being chosen: by conditions or by name. */
export type Draft = {
  way: 'filter' | 'list'
  everyone: boolean
  plans: string[]
  doctors: Named[]
  diseases: Named[]
  patients: Named[]
  from: string | null
  before: string | null
}

export const newDraft: Draft = { way: 'filter', everyone: false, plans: [], doctors: [], diseases: [], patients: [], from: null, before: null }

const ids = (named: readonly Named[]) => named.map(({ id }) => id)

/** As it is sent; undefined while nothing is chosen, for nothing said is nobody. */
export const choiceOf = ({ way, everyone, plans, doctors, diseases, patients, from, before }: Draft): BulkChoice | undefined => {
  if (way === 'list') return patients.length ? { patient_ids: ids(patients) } : undefined
  const choice: BulkChoice = {
    ...(everyone && { everyone }),
    ...(plans.length && { plan_ids: plans.map(Number) }),
    ...(doctors.length && { main_doctor_ids: ids(doctors) }),
    ...(diseases.length && { disease_ids: ids(diseases) }),
    ...(from && { last_checkup_from: from }),
    ...(before && { last_checkup_before: before }),
  }
  return Object.keys(choice).length ? choice : undefined
}
