import type { Resource } from '@medplum/fhirtypes'
import type { Role } from '@sukoyaka/wire/access'
import type { SQL } from 'drizzle-orm'
import type { QueryTools } from '../../../access/patient-query.ts'

export type ResourceType =
  | 'Patient'
  | 'Practitioner'
  | 'PractitionerRole'
  | 'Organization'
  | 'Coverage'
  | 'Condition'
  | 'FamilyMemberHistory'
  | 'AllergyIntolerance'
  | 'MedicationStatement'
  | 'Observation'
  | 'DiagnosticReport'
  | 'Media'
  | 'DocumentReference'
  | 'QuestionnaireResponse'
  | 'Appointment'
  | 'Encounter'
  | 'Communication'
  | 'CarePlan'
  | 'Goal'
  | 'ServiceRequest'
  | 'AuditEvent'

/** What mapping needs besides the row. */
export type MappingContext = { urlOf: (file_id: number) => string }

/**
 * One query whose rows are resources of a type. `select` has the columns `id`, `patient_id`, `at` (when it happened), `updated_at`, `codes` (text list
 * for search: each code as `system|code` and as `code`), `categories` (text list for search: codes without a system), and those that `toResource` reads.
 */
export type Source = {
  type: ResourceType
  /** Precedes the row's id in the id of the resource, if the type has several sources. */
  prefix: string
  /** Belongs to no patient: staff and facilities. */
  isShared: boolean
  select: (tools: QueryTools) => SQL
  toResource: (row: Record<string, unknown>, mapping: MappingContext) => Resource
  /** Whether a role may read it. Without this function, every role with the permission for the record may. */
  allows?: (role: Role) => boolean
}

type Definition<Row> = Omit<Source, 'prefix' | 'isShared' | 'toResource'> & {
  prefix?: string
  isShared?: boolean
  toResource: (row: Row, mapping: MappingContext) => Resource
}

/** Adds the defaults of a source. `Row` is the row that `toResource` expects; only the tests check that `select` returns its columns. */
export const source = <Row>({ toResource, ...definition }: Definition<Row>): Source => ({
  prefix: '',
  isShared: false,
  ...definition,
  // ids of FHIR are text. `resource-store.ts` adds `last_updated` to each row: the later of the row's `updated_at` and the time when the patient was merged. The
  // definition's `toResource` gets this value as `updated_at`, in place of the row's own.
  toResource: (row, mapping) => toResource({ ...row, id: String(row.id), updated_at: row.last_updated } as Row, mapping),
})
