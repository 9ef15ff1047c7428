import type { CodeableConcept, Coding, Meta, Reference } from '@medplum/fhirtypes'
import { toIso } from '../../../database/columns.ts'

/** Code systems. Ours are URNs, so that they are the same on every installation. */
export const systems = {
  loinc: 'http://loinc.org',
  jlac10: 'http://medis.or.jp/CodeSystem/master-JLAC10-17digits',
  icd10: 'http://hl7.org/fhir/sid/icd-10',
  ucum: 'http://unitsofmeasure.org',
  result: 'urn:sukoyaka:result-category',
  lifestyle: 'urn:sukoyaka:lifestyle-category',
  symptom: 'urn:sukoyaka:symptom-category',
  note: 'urn:sukoyaka:health-record-category',
  disease: 'urn:sukoyaka:disease',
  relative: 'urn:sukoyaka:relative',
  allergy: 'urn:sukoyaka:allergy-kind',
  medicine: 'urn:sukoyaka:medicine',
  supplement: 'urn:sukoyaka:supplement',
  role: 'urn:sukoyaka:role',
  checkup: 'urn:sukoyaka:checkup-kind',
  user: 'urn:sukoyaka:user',
  facility: 'urn:sukoyaka:facility',
  plan: 'urn:sukoyaka:plan',
} as const

/** The code systems under which bundles may have JLAC10 codes. */
export const jlac10Systems: readonly string[] = [
  systems.jlac10,
  'urn:oid:1.2.392.200119.4.504',
  'urn:oid:1.2.392.200119.6.1005',
  'http://jpfhir.jp/fhir/clins/CodeSystem/JP_CLINS_ObsLabResult_CoreLabo_CS',
]
export const icd10Systems: readonly string[] = [systems.icd10, 'urn:oid:2.16.840.1.113883.6.3', 'http://jpfhir.jp/fhir/core/mhlw/CodeSystem/ICD10-2013-full']

const hl7 = 'http://terminology.hl7.org/CodeSystem/'

/** A concept of an HL7 code system, such as `condition-clinical`. */
export const hl7Concept = (system: string, code: string, display?: string): CodeableConcept => ({
  coding: [{ system: `${hl7}${system}`, code, ...(display && { display }) }],
})

export const jpProfile = (name: string) => `http://jpfhir.jp/fhir/core/StructureDefinition/JP_${name}`

/** Categories of an observation: the one that JP Core requires, then HL7's, which foreign clients search for. */
export const observationCategory = (code: string): CodeableConcept[] => [
  { coding: [{ system: 'http://jpfhir.jp/fhir/core/CodeSystem/JP_SimpleObservationCategory_CS', code }] },
  ...(code === 'body-measurement' ? [hl7Concept('observation-category', 'vital-signs')] : [hl7Concept('observation-category', code)]),
]

/** The columns that the rows of all sources have. `source` (`source/source.ts`) makes `id` a text. */
export type BaseRow = { id: string; patient_id: string; at: string; updated_at: string }

export const metaOf = ({ updated_at }: Pick<BaseRow, 'updated_at'>, profile?: string): Meta => ({
  lastUpdated: toIso(updated_at),
  ...(profile && { profile: [jpProfile(profile)] }),
})

export const patientOf = ({ patient_id }: Pick<BaseRow, 'patient_id'>): Reference<never> => ({ reference: `Patient/${patient_id}` })
export const referenceTo = (type: string, id: string | number, display?: string): Reference<never> => ({
  reference: `${type}/${id}`,
  ...(display && { display }),
})

export const coded = (text: string, codings: (Coding | null | undefined)[]): CodeableConcept => {
  const coding = codings.filter((item): item is Coding => Boolean(item?.code))
  return { ...(coding.length && { coding }), ...(text && { text }) }
}
export const code = (system: string, value: string | null | undefined, display?: string): Coding | null =>
  value ? { system, code: value, ...(display && { display }) } : null

export const iso = (instant: string) => toIso(instant)
/** `note` of a resource: none if the text is empty. */
export const noteOf = (text: string | null | undefined) => (text?.trim() ? { note: [{ text }] } : {})

/** The first code of these systems in a concept. */
export const codeIn = (concept: CodeableConcept | undefined, wanted: readonly string[]): string | undefined =>
  concept?.coding?.find(({ system, code: value }) => value && wanted.includes(system ?? ''))?.code
