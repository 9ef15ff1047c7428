import { tokyoDay } from '@sukoyaka/rules/time'
import type { listPatients, PatientList } from '@sukoyaka/wire/people/patient'
import { urlsFor } from '../../../files/signed-file.ts'
import type { Call } from '../../../http/serve.ts'
import { patientsOf } from '../../patient/store.ts'
import { type PatientListReader, patientLists } from '../lists.ts'

type Row = { user_id?: number; interviewee_id?: number }
const ownerOf = ({ user_id, interviewee_id }: Row) => user_id ?? interviewee_id

/** A page of patients with the included lists, each read for all patients of the page together. */
export const readPatients = async (call: Call<typeof listPatients>) => {
  const { scope, scopeAs, actor, context, input, language } = call
  // throws before anything is read if the role lacks the permission of an included list
  const included = new Map([...new Set(input.include)].map((list) => [list, scopeAs(patientLists[list].endpoint)]))
  const found = await patientsOf(scope, actor, input)
  const ids = found.items.map(({ id }) => id)
  if (!ids.length) return found
  const now = context.clock()
  const rowsOf = new Map<PatientList, Map<number | undefined, Row[]>>()
  for (const [list, listScope] of included) {
    for (const id of ids) listScope.record(id)
    const reader: PatientListReader = { scope: listScope, language, now: now.toISOString(), today: tokyoDay(now), urlOf: urlsFor(context, actor.id) }
    rowsOf.set(list, Map.groupBy<number | undefined, Row>(await patientLists[list].read(reader, ids), ownerOf))
  }
  const listsOf = (id: number) => Object.fromEntries([...rowsOf].map(([list, rows]) => [list, rows.get(id) ?? []]))
  return { ...found, items: found.items.map((patient) => ({ ...patient, ...listsOf(patient.id) })) }
}
