import type { Bundle, BundleEntry, Resource } from '@medplum/fhirtypes'
import { intakesOn } from '@sukoyaka/rules/record/medication-period'
import { tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { SharePart } from '@sukoyaka/wire/boards/share'
import type { PatientScope } from '../../access/patient-scope.ts'
import { mediaType } from '../fhir/bundle.ts'
import { pageById, type Row } from '../fhir/resource-store.ts'
import { keyOf, sourceByKey } from '../fhir/sources.ts'
import { activityFrom, bloodPressureFrom, bloodPressureNames, checkupsOf } from './measured-store.ts'

type Reader = { scope: PatientScope; user_id: number; now: Date; public_url: string; page_url: string }
type Selection = { key: string; from?: string; codes?: readonly string[]; isShared?: (row: Row) => boolean }

type Intake = { started_on: string | null; ended_on: string | null }

/** The queries of a part. As on the shared page, past and future intakes, solved assessments, and older checkups, readings and activity are left out. */
const selectionsOf = async (part: SharePart, { scope, user_id, now }: Reader): Promise<Selection[]> => {
  if (part === 'medication') {
    const today = tokyoDay(now)
    const isShared = (row: Row) => intakesOn([row as Row & Intake], today).length > 0
    return [{ key: 'MedicationStatement medicine', isShared }, { key: 'MedicationStatement supplement', isShared }, { key: 'AllergyIntolerance ' }]
  }
  if (part === 'illnesses')
    return [{ key: 'Condition illness' }, { key: 'Condition assessment', isShared: ({ solved_on }) => solved_on === null }, { key: 'FamilyMemberHistory ' }]
  if (part === 'images') return [{ key: 'Media ' }]
  if (part === 'home_blood_pressure')
    return [{ key: 'Observation result', from: bloodPressureFrom(now), codes: bloodPressureNames, isShared: ({ test_package_id }) => test_package_id === null }]
  if (part === 'activity') {
    const from = tokyoStartOfDay(activityFrom(now)).toISOString()
    return [
      { key: 'Observation steps', from },
      { key: 'Observation sleep', from },
    ]
  }
  const checkups = new Set((await checkupsOf(scope, user_id)).map(({ id }) => String(id)))
  return [
    { key: 'Observation result', isShared: ({ test_package_id }) => test_package_id !== null && checkups.has(String(test_package_id)) },
    { key: 'DiagnosticReport ', isShared: ({ id }) => checkups.has(String(id)) },
  ]
}

export const bundleType = mediaType

const pageSize = 500
/** Fields that a share empties: whoever opens it gets no contact data. */
const hidden: Record<string, Record<string, unknown>> = { 'Patient ': { email: '', phone_number: null, address: null } }

const resourcesOf = async ({ scope, user_id, page_url }: Reader, { key, from, codes, isShared = () => true }: Selection): Promise<Resource[]> => {
  const source = sourceByKey.get(key)!
  const filter = { date: { from: from ?? null, to: null }, updated: { from: null, to: null }, codes: codes ? [...codes] : null, categories: null }
  const found: Resource[] = []
  for (let after_id = 0; ; ) {
    const rows = await pageById(scope, source, { patient_id: String(user_id), after_id, limit: pageSize }, filter)
    for (const row of rows.filter(isShared)) found.push(source.toResource({ ...row, ...hidden[keyOf(source)] }, { urlOf: () => page_url }))
    if (rows.length < pageSize) return found
    after_id = rows.at(-1)!.id
  }
}

/** A report refers to its booking and pictures: what is not shared must not be named. */
const withinShare = (resource: Resource, parts: readonly SharePart[]): Resource => {
  if (resource.resourceType !== 'DiagnosticReport') return resource
  const { media, basedOn: _, encounter: __, ...report } = resource
  return { ...report, ...(media && parts.includes('images') && { media }) }
}

/** The shared parts as one Bundle, which fits into memory: results, blood pressure and activity are limited to the newest, and the other parts are small. */
export const bundleOf = async (reader: Reader, parts: readonly SharePart[]): Promise<Bundle> => {
  const selections: Selection[] = [{ key: 'Patient ' }]
  for (const part of parts) selections.push(...(await selectionsOf(part, reader)))
  const entry: BundleEntry[] = []
  for (const selection of selections)
    for (const found of await resourcesOf(reader, selection)) {
      const resource = withinShare(found, parts)
      entry.push({ fullUrl: `${reader.public_url}/fhir/R4/${resource.resourceType}/${resource.id}`, resource })
    }
  return { resourceType: 'Bundle', type: 'collection', timestamp: reader.now.toISOString(), entry }
}
