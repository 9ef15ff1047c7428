import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Line, Nullable, OneOf, UserId } from '../endpoint.ts'

/** Tables that an import writes to. */
export const writtenTables = [
  'past_illnesses',
  'family_past_illnesses',
  'allergy_reactions',
  'medicine_intakes',
  'supplement_intakes',
  'test_packages',
  'test_results',
] as const

/**
 * Why an entry was not imported. `type_not_taken`: resources of this type are not imported; `not_taken`: the patient does not take the medicine now or ever did, such as a paused or planned one; `too_long`:
 * the record has no place for all of its text; `not_a_step`: the item allows certain values only, and this is none of them.
 */
export const importReasons = [
  'type_not_taken',
  'other_subject',
  'entered_in_error',
  'not_confirmed',
  'not_final',
  'not_taken',
  'empty',
  'without_date',
  'without_value',
  'code_unknown',
  'label_unknown',
  'disease_unknown',
  'relative_unknown',
  'differs',
  'invalid',
  'too_long',
  'in_future',
  'before_birth',
  'impossible',
  'unlikely',
  'not_a_step',
  'unknown_unit',
  'repeated',
  'released',
] as const
export type ImportReason = (typeof importReasons)[number]

export type FhirImportEntry = Static<typeof FhirImportEntry>
/** Outcome of one entry of the bundle: `new` (written, except in a preview), `same` (in the record) or `refused` (not imported; `reason` says why). */
export const FhirImportEntry = Type.Object({
  /** Position in the bundle, from 0. */
  index: Type.Integer(),
  resource_type: Type.String(),
  resource_id: Type.String(),
  /** What the entry is about, in the words of the bundle. */
  text: Type.String(),
  outcome: OneOf(['new', 'same', 'refused']),
  reason: Nullable(OneOf(importReasons)),
  table_name: Nullable(OneOf(writtenTables)),
  row_id: Nullable(Id),
})

const Report = { user_id: Id, name: Type.String(), entries: Type.Array(FhirImportEntry) }
export type FhirImport = Static<typeof FhirImport>
export const FhirImport = Type.Object({ id: Id, ...Report, created_by: Id, created_at: Instant, undone_by: Nullable(Id), undone_at: Nullable(Instant) })

/** The bundle is sent as the text of its file, because FHIR nests deeper than the bodies of our calls may. */
const body = InputObject({ user_id: Id, name: Line(200, 0), content: Type.String({ minLength: 2, maxLength: 900_000 }) })
/** About twice the longest `content`, because JSON escapes its quotes and line breaks. */
const maxBodyBytes = 2_000_000
const bundle = JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: [] })
const description =
  'Imports Observation, AllergyIntolerance, Condition, MedicationStatement, FamilyMemberHistory and DiagnosticReport, at most 1,000 entries. The bundle must contain one Patient that agrees with the chosen patient in two of these: name, birthday, our id; a bundle of another patient is rejected with `bundle_of_another`. Existing data is never changed: an entry that contradicts it is refused with the reason `differs`. Results are added to new checkups, one for each report or for each day without one, which are not released.'

export const checkFhirImport = endpoint({
  method: 'POST',
  path: '/api/fhir_imports/check',
  permission: 'diagnoses.write',
  summary: 'Preview the import of a FHIR bundle (dry run)',
  description,
  body,
  maxBodyBytes,
  reply: Type.Object(Report),
  status: 200,
  errors: ['bundle_unreadable', 'bundle_without_patient', 'bundle_of_another'],
  example: { body: { user_id: 1, name: '紹介状.json', content: bundle } },
})

export const applyFhirImport = endpoint({
  method: 'POST',
  path: '/api/fhir_imports',
  permission: 'diagnoses.write',
  summary: 'Import a FHIR bundle into a patient’s record',
  description,
  body,
  maxBodyBytes,
  reply: FhirImport,
  status: 201,
  errors: ['bundle_unreadable', 'bundle_without_patient', 'bundle_of_another'],
  example: { body: { user_id: 1, name: '紹介状.json', content: bundle } },
  changes: ['past_illnesses', 'family_past_illnesses', 'allergy_reactions', 'medicine_intakes', 'supplement_intakes', 'test_packages', 'test_results'],
  staffChanges: ['fhir_imports'],
})

export const listFhirImports = endpoint({
  method: 'GET',
  path: '/api/fhir_imports',
  permission: 'coordination.read',
  summary: 'List the FHIR bundles imported into a patient’s record, the newest first',
  query: UserId,
  reply: Items(FhirImport),
  example: { query: { user_id: 1 } },
})

export const undoFhirImport = endpoint({
  method: 'POST',
  path: '/api/fhir_imports/:id/undo',
  permission: 'diagnoses.write',
  summary: 'Remove what an import wrote, except what was edited since',
  params: ById,
  reply: Type.Object({ ...FhirImport.properties, kept_count: Type.Integer() }),
  status: 200,
  errors: ['conflict'],
  example: { params: { id: 1 } },
  changes: ['past_illnesses', 'family_past_illnesses', 'allergy_reactions', 'medicine_intakes', 'supplement_intakes', 'test_packages', 'test_results'],
  staffChanges: ['fhir_imports'],
})
