import type { CapabilityStatement, CapabilityStatementRestResource } from '@medplum/fhirtypes'
import { jpProfile } from './resource/coding.ts'
import { includeNames } from './search.ts'
import { resourceTypes, sourcesOf } from './sources.ts'

const searchParams = [
  { name: '_id', type: 'token' },
  { name: '_lastUpdated', type: 'date' },
  { name: 'patient', type: 'reference' },
  { name: 'date', type: 'date' },
  { name: 'code', type: 'token' },
  { name: 'category', type: 'token' },
] as const
const sharedTypeParams = ['_id', '_lastUpdated']

/** Profiles of JP Core by type; types not listed follow the base resource. */
const profiles: Record<string, readonly string[]> = {
  Patient: ['Patient'],
  Practitioner: ['Practitioner'],
  PractitionerRole: ['PractitionerRole'],
  Organization: ['Organization'],
  Coverage: ['Coverage'],
  Condition: ['Condition'],
  FamilyMemberHistory: ['FamilyMemberHistory'],
  AllergyIntolerance: ['AllergyIntolerance'],
  MedicationStatement: ['MedicationStatement'],
  Observation: [
    'Observation_LabResult',
    'Observation_VitalSigns',
    'Observation_BodyMeasurement',
    'Observation_PhysicalExam',
    'Observation_SocialHistory',
    'Observation_Common',
  ],
  DiagnosticReport: ['DiagnosticReport_Common'],
  Encounter: ['Encounter'],
  ServiceRequest: ['ServiceRequest_Common'],
}

const resourceOf = (type: string): CapabilityStatementRestResource => ({
  type: type as CapabilityStatementRestResource['type'],
  ...(profiles[type] && { supportedProfile: profiles[type].map(jpProfile) }),
  interaction: [{ code: 'read' }, { code: 'search-type', documentation: 'GET, or POST to `_search`: then no health data is in the address.' }],
  versioning: 'no-version',
  searchParam: searchParams.filter(({ name }) => !sourcesOf(type)[0]!.isShared || sharedTypeParams.includes(name)).map((param) => ({ ...param })),
  searchInclude: includeNames.map((name) => `${type}:${name}`),
  ...(type === 'Patient' && {
    operation: [{ name: 'everything', definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything' }],
  }),
})

const oauthUris = 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris'

export const capabilityStatement = (base: string, public_url: string, date: string): CapabilityStatement => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date,
  kind: 'instance',
  software: { name: 'Sukoyaka' },
  implementation: { description: 'すこやか', url: base },
  fhirVersion: '4.0.1',
  format: ['application/fhir+json', 'json'],
  rest: [
    {
      mode: 'server',
      security: {
        cors: false,
        service: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/restful-security-service', code: 'SMART-on-FHIR' }] }],
        extension: [
          {
            url: oauthUris,
            extension: [
              { url: 'authorize', valueUri: `${public_url}/settings/authorize` },
              { url: 'token', valueUri: `${public_url}/oauth/token` },
              { url: 'revoke', valueUri: `${public_url}/oauth/revoke` },
            ],
          },
        ],
      },
      resource: resourceTypes.map(resourceOf),
      operation: [{ name: 'export', definition: 'http://hl7.org/fhir/uv/bulkdata/OperationDefinition/export' }],
    },
  ],
})
