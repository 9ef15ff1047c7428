import type { TFunction } from 'i18next'

/** FHIR resource types with a name in words. */
const types = [
  ...(['Patient', 'Practitioner', 'PractitionerRole', 'Organization', 'Coverage', 'Condition', 'FamilyMemberHistory', 'AllergyIntolerance'] as const),
  ...(['MedicationStatement', 'Observation', 'DiagnosticReport', 'Media', 'DocumentReference', 'QuestionnaireResponse', 'Appointment'] as const),
  ...(['Encounter', 'Communication', 'CarePlan', 'Goal', 'ServiceRequest', 'AuditEvent'] as const),
]

/** What an app may read, in words. `launch/patient` has no text, because it only selects the patient. */
export const scopeTexts = (scopes: readonly string[], t: TFunction<'connected_app'>): string[] => {
  const texts = scopes.flatMap((scope) => {
    if (scope === 'offline_access') return [t('scope.offline')]
    const [context, rest = ''] = scope.split('/')
    const type = rest.split('.')[0]!
    if (scope === 'launch/patient' || !type) return []
    if (type === '*') return [context === 'patient' ? t('scope.all') : t('scope.patients')]
    const known = types.find((name) => name === type)
    return [t(context === 'patient' ? 'scope.type' : 'scope.typeOfPatients', { type: known ? t(`type.${known}`) : type })]
  })
  return [...new Set(texts)]
}
