import type { AllergyIntolerance, AllergyIntoleranceReaction, CodeableConcept } from '@medplum/fhirtypes'
import { earliest, isPartialDay } from '@sukoyaka/rules/partial-day'
import type { AllergyKind } from '@sukoyaka/wire/record/illness'
import { type BaseRow, code, coded, codeIn, hl7Concept, iso, metaOf, noteOf, patientOf, systems } from './coding.ts'
import { timeOf } from './condition.ts'
import { wordsOf } from './dosage-text.ts'
import { instantOf } from './observation.ts'

export type AllergyRow = BaseRow & { kind: AllergyKind; is_occured: boolean; description: string; confirmed_at: string; is_self_reported: boolean }

const kinds: Record<AllergyKind, { ja: string; category?: 'food' | 'medication' | 'environment' | 'biologic' }> = {
  asthma: { ja: 'ぜんそく' },
  atopic: { ja: 'アトピー' },
  food: { ja: '食物', category: 'food' },
  medicine: { ja: '薬', category: 'medication' },
  metal: { ja: '金属', category: 'environment' },
  pollen: { ja: '花粉', category: 'environment' },
  other: { ja: 'その他' },
}

/**
 * A kind of allergy the person has; `refuted` if the person was asked and has none. `code.text`: the substances, if they were described; the note has them too,
 * and the import reads only it. `asserter`: the patient, if only the patient said so.
 */
export const toAllergyIntolerance = (row: AllergyRow): AllergyIntolerance => {
  const { ja, category } = kinds[row.kind]
  return {
    resourceType: 'AllergyIntolerance',
    id: row.id,
    meta: metaOf(row, 'AllergyIntolerance'),
    clinicalStatus: hl7Concept('allergyintolerance-clinical', row.is_occured ? 'active' : 'inactive'),
    verificationStatus: hl7Concept('allergyintolerance-verification', row.is_occured ? 'confirmed' : 'refuted'),
    type: 'allergy',
    ...(category && { category: [category] }),
    code: coded((row.is_occured && row.description.trim()) || ja, [code(systems.allergy, row.kind, ja)]),
    patient: patientOf(row),
    recordedDate: iso(row.confirmed_at),
    ...(row.is_self_reported && { asserter: patientOf(row) }),
    ...noteOf(row.description),
  }
}

/** `confirmed_at`: the instant since when it is known, if the resource says so. */
export type ReadAllergy = { kind: AllergyKind; is_occured: boolean; description: string; confirmed_at: string | undefined }

/** Categories that tell the kind whatever the substance is called: アスピリン喘息 is an allergy to a medicine. */
const medicineCategories: readonly string[] = ['medication', 'biologic']
const byWord: [RegExp, AllergyKind][] = [
  [/花粉|スギ|ヒノキ|pollen/i, 'pollen'],
  [/金属|ニッケル|metal|nickel/i, 'metal'],
  [/ぜんそく|喘息|asthma/i, 'asthma'],
  [/アトピー|atopic/i, 'atopic'],
]

/** "No known allergies" of SNOMED CT and of the International Patient Summary: what a foreign record says in place of an allergy. */
const noneKnown: Record<string, AllergyKind> = {
  '716186003': 'medicine',
  '409137002': 'medicine',
  '429625007': 'food',
  'no-known-allergies': 'medicine',
  'no-known-medication-allergies': 'medicine',
  'no-known-food-allergies': 'food',
}
const unconfirmed = ['refuted', 'unconfirmed']
const ended = ['inactive', 'resolved']

const severityNames: Record<string, string> = { mild: '軽度', moderate: '中等度', severe: '重度' }
const criticalityNames: Record<string, string> = { low: '低い', high: '高い', 'unable-to-assess': '評価不能' }

const nameOf = (concept: CodeableConcept | undefined) => concept?.text ?? concept?.coding?.[0]?.display ?? ''

/** A reaction in words, with its substance if that is another one than the allergy's. */
const reactionInWords = (reaction: AllergyIntoleranceReaction, allergen: string): string => {
  const { manifestation, description, severity = '', exposureRoute, onset, note } = reaction
  const substance = nameOf(reaction.substance)
  const words = [
    substance === allergen ? '' : substance,
    wordsOf(manifestation),
    description,
    severityNames[severity] ?? severity,
    exposureRoute && `経路 ${wordsOf(exposureRoute)}`,
    onset && `発現 ${onset}`,
    ...(note ?? []).map(({ text }) => text),
  ].filter(Boolean)
  return words.length ? `反応: ${words.join(' ')}` : ''
}

/** What the record has no field for: the reactions, how dangerous another exposure is, since when, and the last time. */
const detailsOf = (allergy: AllergyIntolerance, allergen: string): string[] => {
  const { onsetDateTime, onsetString, onsetAge, onsetRange, onsetPeriod, criticality = '', lastOccurrence } = allergy
  const onset = timeOf({ date: onsetDateTime ?? onsetPeriod?.start, text: onsetString, age: onsetAge, range: onsetRange, period: onsetPeriod })
  return [
    ...(allergy.reaction ?? []).map((reaction) => reactionInWords(reaction, allergen)),
    criticality && `重大性: ${criticalityNames[criticality] ?? criticality}`,
    (onset.day || onset.words) && `発症: ${onset.day ?? onset.words}`,
    lastOccurrence && `最終発症: ${lastOccurrence}`,
  ].filter((line) => typeof line === 'string')
}

const noneKnownSystems = ['http://snomed.info/sct', 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips']

/**
 * The kind by a code of `noneKnown`, else by our code, else `medicine` by the category, else by the words of the substance, else `food` by the category, else
 * `other`. Without such a code, the substance goes into the description, which also holds what else the record has no field for. A refuted substance says
 * nothing about the others of its kind.
 */
export const readAllergyIntolerance = (allergy: AllergyIntolerance): ReadAllergy | { reason: 'entered_in_error' | 'not_confirmed' } => {
  const verification = allergy.verificationStatus?.coding?.[0]?.code
  if (verification === 'entered-in-error') return { reason: 'entered_in_error' }
  const clinical = allergy.clinicalStatus?.coding?.[0]?.code
  const recorded = allergy.recordedDate ?? allergy.meta?.lastUpdated ?? ''
  const confirmed_at = instantOf(isPartialDay(recorded) ? earliest(recorded) : recorded)
  const absent = codeIn(allergy.code, noneKnownSystems)
  if (absent === 'no-allergy-info') return { reason: 'not_confirmed' }
  const isActive = !unconfirmed.includes(verification ?? '') && !ended.includes(clinical ?? '')
  const none = noneKnown[absent ?? '']
  // once an allergy is found, records usually keep the earlier "none" as refuted or ended
  if (none && !isActive) return { reason: 'not_confirmed' }
  if (none) return { kind: none, is_occured: false, description: '', confirmed_at }
  const own = codeIn(allergy.code, [systems.allergy]) as AllergyKind | undefined
  const substance = nameOf(allergy.code) || (allergy.reaction ?? []).map((reaction) => nameOf(reaction.substance)).find(Boolean) || ''
  const known = own && own in kinds ? own : undefined
  const categories = allergy.category ?? []
  const kind =
    known ??
    (categories.some((category) => medicineCategories.includes(category)) ? 'medicine' : undefined) ??
    byWord.find(([pattern]) => pattern.test(substance))?.[1] ??
    (categories.includes('food') ? 'food' : 'other')
  const is_occured = verification !== 'refuted' && !ended.includes(clinical ?? '')
  if (!is_occured && !known) return { reason: 'not_confirmed' }
  const notes = (allergy.note ?? []).map(({ text }) => text)
  return {
    kind,
    is_occured,
    description: [...(known ? [] : [substance]), ...detailsOf(allergy, known ? '' : substance), ...notes].filter(Boolean).join('\n'),
    confirmed_at,
  }
}
