import type { Bundle, Patient, Resource } from '@medplum/fhirtypes'
import { fold } from '@sukoyaka/rules/fold'
import { apiError } from '../../../errors/api-error.ts'
import { readPatient } from '../resource/patient.ts'
import { readSafely } from './read-safely.ts'

/** An entry of a bundle whose resource has a type. `names`: the references by which other entries may refer to it. */
export type BundleItem = { index: number; resource: Resource; names: readonly string[] }
/** `patientNames`: the references by which entries may refer to the patient. */
export type ReadBundle = { items: BundleItem[]; patient: Patient; patientNames: ReadonlySet<string> }

const maxEntries = 1_000
const maxDepth = 40

const depthOf = (value: unknown, depth = 0): number => {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return depth
  let deepest = depth
  for (const item of Object.values(value)) deepest = Math.max(deepest, depthOf(item, depth + 1))
  return deepest
}

/** Matches U+0000 and lone surrogates in JSON: PostgreSQL cannot store them. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/

const parse = (content: string): Bundle => {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    throw apiError('bundle_unreadable')
  }
  const bundle = value as Bundle
  const isBundle = typeof value === 'object' && value !== null && bundle.resourceType === 'Bundle' && Array.isArray(bundle.entry ?? [])
  if (!isBundle || (bundle.entry ?? []).length > maxEntries || depthOf(value) > maxDepth || unstorable.test(JSON.stringify(value)))
    throw apiError('bundle_unreadable')
  return bundle
}

/** Reads a bundle with exactly one patient. Throws 422 for anything else. */
export const readBundle = (content: string): ReadBundle => {
  const bundle = parse(content)
  const items = (bundle.entry ?? []).map((entry, index) => {
    const { resource, fullUrl } = entry ?? {}
    if (typeof resource?.resourceType !== 'string') throw apiError('bundle_unreadable')
    const { resourceType, id } = resource
    const names = [fullUrl, id && `${resourceType}/${id}`, id && `urn:uuid:${id}`, id].filter((name): name is string => typeof name === 'string' && name !== '')
    return { index, resource, names }
  })
  const patients = items.filter(({ resource }) => resource.resourceType === 'Patient')
  const [patient] = patients
  if (!patient || patients.length > 1) throw apiError('bundle_without_patient')
  return { items, patient: patient.resource as Patient, patientNames: new Set(patient.names) }
}

type Person = {
  id: number
  first_name: string
  last_name: string
  first_name_kana: string
  last_name_kana: string
  birthday: string | null
  sex: string | null
}

/**
 * Throws 422 unless at least two of our id, the name in characters or kana, and the birthday are those of this person. The id alone proves nothing: every
 * installation counts its users from 1. The id and the birthday must not differ where the bundle has them, nor the sex where both have it.
 */
export const assertSamePerson = (patient: Patient, person: Person) => {
  const read = readSafely(() => readPatient(patient))
  if ('reason' in read) throw apiError('bundle_unreadable')
  const isNamed = (names: readonly string[], name: string) => name !== '' && names.some((item) => fold(item) === fold(name))
  const isSameId = read.ids.includes(String(person.id))
  const isSameName = isNamed(read.kanji, `${person.last_name}${person.first_name}`) || isNamed(read.kana, `${person.last_name_kana}${person.first_name_kana}`)
  const isSameBirthday = read.birthday !== undefined && read.birthday === person.birthday
  const isOther =
    (read.ids.length > 0 && !isSameId) ||
    (read.birthday !== undefined && !isSameBirthday) ||
    (read.sex !== undefined && person.sex !== null && read.sex !== person.sex)
  if (isOther || [isSameId, isSameName, isSameBirthday].filter(Boolean).length < 2) throw apiError('bundle_of_another')
}

/** Reference of a resource to its patient; undefined if it has none. */
export const subjectOf = (resource: Resource): string | undefined => {
  const { subject, patient } = resource as { subject?: { reference?: string }; patient?: { reference?: string } }
  return (subject ?? patient)?.reference
}
