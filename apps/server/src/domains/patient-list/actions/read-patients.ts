import type { listPatients } from '@sukoyaka/wire/people/patient'
import type { Call } from '../../../http/serve.ts'
import { contractsOf } from '../../contract/store.ts'
import { allergiesOfAll } from '../../illness/store.ts'
import { careTeamsOf, patientsOf } from '../../patient/store.ts'

const groupByUser = <Row extends { user_id: number }>(rows: Row[]) => Map.groupBy(rows, (row) => row.user_id)

/** A page of patients with the requested includes: one query per kind, not per patient. */
export const readPatients = async ({ scope, actor, input, language }: Call<typeof listPatients>) => {
  const found = await patientsOf(scope, actor, input)
  const ids = found.items.map(({ id }) => id)
  const includes = (part: 'contracts' | 'care_people' | 'allergy_reactions') => ids.length > 0 && input.include?.includes(part)
  const contracts = includes('contracts') ? groupByUser(await contractsOf(scope, { user_ids: ids, include: ['plan'] }, language)) : undefined
  const care_people = includes('care_people') ? groupByUser(await careTeamsOf(scope, ids)) : undefined
  const allergy_reactions = includes('allergy_reactions') ? groupByUser(await allergiesOfAll(scope, ids)) : undefined
  return {
    ...found,
    items: found.items.map((patient) => ({
      ...patient,
      ...(contracts && { contracts: contracts.get(patient.id) ?? [] }),
      ...(care_people && { care_people: care_people.get(patient.id) ?? [] }),
      ...(allergy_reactions && { allergy_reactions: allergy_reactions.get(patient.id) ?? [] }),
    })),
  }
}
