import type { AllergyIntolerance, Condition, DiagnosticReport, FamilyMemberHistory, MedicationStatement, Observation, Resource } from '@medplum/fhirtypes'
import type { applyFhirImport, FhirImport, FhirImportEntry } from '@sukoyaka/wire/boards/fhir-import'
import type { Input } from '@sukoyaka/wire/endpoint'
import { desc, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../../access/patient-scope.ts'
import { normalizeText } from '../../../access/rows.ts'
import { apiError } from '../../../errors/api-error.ts'
import { users } from '../../account/tables.ts'
import { lockPatient } from '../../checkup/judging-store.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { patients } from '../../patient/tables.ts'
import { type ReadAllergy, readAllergyIntolerance } from '../resource/allergy-intolerance.ts'
import { fhir_imports } from '../tables.ts'
import { readCatalogue } from './catalogue-store.ts'
import { assertSamePerson, type BundleItem, type ReadBundle, readBundle, subjectOf } from './read-bundle.ts'
import { readSafely } from './read-safely.ts'
import { mergeAllergies, refused, type Taken, type Taking, takeAllergy, takeCondition, takeFamily } from './take-history-store.ts'
import { takeMedication } from './take-medication-store.ts'
import { takeReport, takeResults } from './take-results-store.ts'
import { noteWritten, removeWritten, type WrittenTable } from './written-store.ts'

const person = patientQuery(({ db, rows }) => {
  const { id, first_name, last_name, first_name_kana, last_name_kana, birthday, sex } = users
  return db
    .select({ user_id: patients.user_id, id, first_name, last_name, first_name_kana, last_name_kana, birthday, sex })
    .from(rows(patients))
    .innerJoin(users, eq(users.id, patients.user_id))
    .where(eq(patients.user_id, sql.placeholder('user_id')))
})

type Concept = { text?: unknown; coding?: { display?: unknown; code?: unknown }[] }

/** What the entry is about: the beginning of its text, display or code; empty if it has none. */
const textOf = (resource: Resource): string => {
  const { code, medicationCodeableConcept, relationship, name } = resource as { [name in 'code' | 'medicationCodeableConcept' | 'relationship']?: Concept } & {
    name?: Concept[]
  }
  const concept = code ?? medicationCodeableConcept ?? relationship ?? (Array.isArray(name) ? name[0] : undefined)
  const [coding] = Array.isArray(concept?.coding) ? concept.coding : []
  const text = concept?.text ?? coding?.display ?? coding?.code
  return typeof text === 'string' ? text.slice(0, 200).toWellFormed() : ''
}

type Outcomes = Map<BundleItem, Taken[]>

const takeAllergies = async (taking: Taking, items: readonly BundleItem[], outcomes: Outcomes) => {
  const read = items.map((item) => ({ item, allergy: readSafely(() => readAllergyIntolerance(item.resource as AllergyIntolerance)) }))
  const readable: { item: BundleItem; allergy: ReadAllergy }[] = []
  for (const { item, allergy } of read) {
    if ('reason' in allergy) outcomes.set(item, [refused(allergy.reason)])
    else readable.push({ item, allergy })
  }
  for (const group of Map.groupBy(readable, ({ allergy }) => allergy.kind).values()) {
    const taken = await takeAllergy(taking, mergeAllergies(group.map(({ allergy }) => allergy)))
    for (const { item } of group) outcomes.set(item, [taken])
  }
}

const isOfType = (type: Resource['resourceType']) => (item: BundleItem) => item.resource.resourceType === type

/** Takes the entries of the bundle. Each except the patient gets an outcome. */
const takeAll = async (taking: Taking, { items, patientNames }: ReadBundle, name: string): Promise<{ outcomes: Outcomes; added: number[] }> => {
  const outcomes: Outcomes = new Map()
  const taken = ['Observation', 'AllergyIntolerance', 'Condition', 'MedicationStatement', 'FamilyMemberHistory', 'DiagnosticReport']
  const isOurs = (item: BundleItem) => {
    const subject = subjectOf(item.resource)
    if (!taken.includes(item.resource.resourceType)) outcomes.set(item, [refused('type_not_taken')])
    else if (subject === undefined || !patientNames.has(subject)) outcomes.set(item, [refused('other_subject')])
    return !outcomes.has(item)
  }
  const ours = items.filter((item) => item.resource.resourceType !== 'Patient').filter(isOurs)
  for (const item of ours.filter(isOfType('Condition'))) outcomes.set(item, [await takeCondition(taking, item.resource as Condition)])
  for (const item of ours.filter(isOfType('FamilyMemberHistory'))) outcomes.set(item, await takeFamily(taking, item.resource as FamilyMemberHistory))
  await takeAllergies(taking, ours.filter(isOfType('AllergyIntolerance')), outcomes)
  for (const item of ours.filter(isOfType('MedicationStatement'))) outcomes.set(item, [await takeMedication(taking, item.resource as MedicationStatement)])
  const measured = ours.filter(({ resource }) => resource.resourceType === 'Observation' || resource.resourceType === 'DiagnosticReport')
  const results = measured as (BundleItem & { resource: Observation | DiagnosticReport })[]
  const written = await takeResults(taking, results, name)
  for (const item of results) outcomes.set(item, [item.resource.resourceType === 'Observation' ? written.taken.get(item)! : takeReport(item, written, results)])
  return { outcomes, added: written.added }
}

const entriesOf = (items: readonly BundleItem[], outcomes: Outcomes): FhirImportEntry[] =>
  items.flatMap((item): FhirImportEntry[] => {
    const { resource, index } = item
    const common = {
      index,
      resource_type: resource.resourceType.slice(0, 50),
      resource_id: String(resource.id ?? '')
        .slice(0, 64)
        .toWellFormed(),
      text: textOf(resource),
    }
    if (resource.resourceType === 'Patient') return [{ ...common, outcome: 'same' as const, reason: null, table_name: null, row_id: null }]
    return (outcomes.get(item) ?? []).map((taken) => ({ ...common, reason: null, table_name: null, row_id: null, ...taken }))
  })

type Importing = Input<typeof applyFhirImport>

const take = async (scope: PatientScope, { user_id, name, content }: Importing, today: string) => {
  // two imports at once would both find nothing in the record and write everything twice
  await lockPatient(scope, user_id)
  const bundle = readBundle(content)
  assertSamePerson(bundle.patient, requireRow(await person(scope).execute({ user_id })))
  const taking = { scope, user_id, today, catalogue: await readCatalogue(scope.db) }
  const { outcomes, added } = await takeAll(taking, bundle, normalizeText(name) || 'FHIR')
  return { entries: entriesOf(bundle.items, outcomes), added }
}

class DryRun extends Error {
  readonly entries: FhirImportEntry[]
  constructor(entries: FhirImportEntry[]) {
    super('rolls back what was tried')
    this.entries = entries
  }
}

/** Runs the import and rolls it back, so that preview and import decide in the same way. */
export const checkImport = async (scope: PatientScope, importing: Importing, today: string) => {
  try {
    return await scope.db.transaction(async (tx): Promise<never> => {
      throw new DryRun((await take(scope.withDb(tx), importing, today)).entries)
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
    const entries = error.entries.map((entry) => (entry.outcome === 'new' ? { ...entry, row_id: null } : entry))
    return { user_id: importing.user_id, name: normalizeText(importing.name), entries }
  }
}

export const applyImport = async (scope: PatientScope, importing: Importing, actor_id: number, today: string): Promise<FhirImport> => {
  const { entries, added } = await take(scope, importing, today)
  const [stored] = await scope
    .insert(fhir_imports)
    .values({ user_id: importing.user_id, name: normalizeText(importing.name), entries, created_by: actor_id })
    .returning()
  const rows = entries.flatMap(({ outcome, table_name, row_id }) => (outcome === 'new' && table_name && row_id ? [{ table_name, row_id }] : []))
  const packages = added.map((row_id) => ({ table_name: 'test_packages' as WrittenTable, row_id }))
  await noteWritten(scope, stored!.id, [...rows, ...packages])
  return stored!
}

const importsOfPatient = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(fhir_imports))
    .where(eq(fhir_imports.user_id, sql.placeholder('user_id')))
    .orderBy(desc(fhir_imports.id))
    .limit(100),
)
export const importsOf = async (scope: PatientScope, user_id: number): Promise<FhirImport[]> => {
  await requirePatient(scope, user_id)
  return importsOfPatient(scope).execute({ user_id })
}

const lockedImport = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(fhir_imports))
    .where(eq(fhir_imports.id, sql.placeholder('id')))
    .for('update'),
)

/** 404 if there is no such import, 409 if already undone. */
export const undoImport = async (scope: PatientScope, id: number, actor_id: number) => {
  const { user_id, undone_at } = requireRow(await lockedImport(scope).execute({ id }))
  if (undone_at !== null) throw apiError('conflict')
  const kept_count = await removeWritten(scope, id, user_id)
  const [undone] = await scope.update(fhir_imports).set({ undone_at: sql`now()`, undone_by: actor_id }).where(eq(fhir_imports.id, id)).returning()
  return { ...undone!, kept_count }
}
