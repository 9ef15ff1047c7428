import type { Language } from '@sukoyaka/phrases/language'
import { formatAddress, formatPhone, fullName, readingOf } from '@sukoyaka/rules/person'
import { formatDay } from '@sukoyaka/rules/time'
import { type MergeField, type MergePatient, mergeFields, type TableCounts } from '@sukoyaka/wire/boards/admin/merge'
import type { TFunction } from 'i18next'

export type Side = 'kept' | 'duplicate'
export type Pair = Record<Side, MergePatient>
/** By field of the profile: the patient whose value the kept record gets. */
export type Choices = Partial<Record<MergeField, Side>>

/** Fields that identify a person. If both records have a value and they differ, there is no default choice. */
const identity: readonly MergeField[] = ['name', 'birthday', 'sex']
const isIdentity = (field: MergeField) => identity.includes(field)

type T = TFunction<readonly ['merge', 'profile']>

/** A field of the profile in words; empty if it has no value. */
export const wordsOf = (field: MergeField, patient: MergePatient, t: T, language: Language): string => {
  if (field === 'name') return [fullName(patient, language), readingOf(patient)].filter(Boolean).join('　')
  if (field === 'birthday') return patient.birthday === null ? '' : formatDay(patient.birthday, language)
  if (field === 'sex') return patient.sex === null ? '' : t(`profile:sex.${patient.sex}`)
  if (field === 'phone_number') return patient.phone_number === null ? '' : formatPhone(patient.phone_number)
  if (field === 'address') return patient.address === null ? '' : formatAddress(patient.address, language)
  if (field === 'icon') return patient.icon === null ? '' : t('merge:icon.set')
  return patient.email
}

const comparableOf = (field: MergeField, patient: MergePatient): string => {
  if (field === 'name') return [patient.last_name, patient.first_name, patient.last_name_kana, patient.first_name_kana].join(' ').trim()
  if (field === 'address') return patient.address === null ? '' : Object.values(patient.address).join('')
  // the signed URL of a picture changes with each request
  if (field === 'icon') return patient.icon === null ? '' : String(patient.id)
  return patient[field] ?? ''
}

export const differs = (field: MergeField, { kept, duplicate }: Pair) => comparableOf(field, kept) !== comparableOf(field, duplicate)
export const differingFields = (pair: Pair) => mergeFields.filter((field) => differs(field, pair))

/** Default choice of each differing field: the only value there is, else the value of the kept record. Two values of an identity field get no default. */
export const defaultChoices = (pair: Pair): Choices =>
  Object.fromEntries(
    differingFields(pair).flatMap((field): [MergeField, Side][] => {
      const [kept, duplicate] = [comparableOf(field, pair.kept), comparableOf(field, pair.duplicate)]
      if (!kept) return [[field, 'duplicate']]
      return !duplicate || !isIdentity(field) ? [[field, 'kept']] : []
    }),
  )

const groups = {
  results: ['test_results'],
  checkups: ['test_packages', 'tests', 'checkup_waitlist', 'checkup_offers', 'suggested_datetimes'],
  messages: ['messages'],
  files: ['files'],
  questionnaires: ['questionnaires', 'data_entry_requests'],
  interviews: ['interviews'],
  kartes: ['kartes', 'karte_drafts'],
  contracts: ['contracts'],
  shop: ['orders', 'cart_items', 'recommendations', 'passed_products'],
  goals: ['habit_goals'],
  illnesses: ['allergy_reactions', 'past_illnesses', 'family_past_illnesses', 'performed_operations', 'medicine_intakes', 'supplement_intakes'],
  life: ['steps', 'sleeps', 'symptoms', 'lifestyles', 'health_records'],
  tasks: ['tasks', 'assessments'],
} as const
export type Group = keyof typeof groups | 'other'
/** Tables whose numbers would not help to decide, such as derived rows and counters. */
const uncounted = [
  'message_rooms',
  'message_unreads',
  'message_open_histories',
  'today_items',
  'today_reviews',
  'health_scores',
  'room_presences',
  'visibilities',
  'notifications',
  'import_rows',
]

const groupOf = (table: string): Group =>
  (Object.keys(groups) as (keyof typeof groups)[]).find((group) => (groups[group] as readonly string[]).includes(table)) ?? 'other'

/** Number of rows per group, in the order of the groups. Groups without rows and `uncounted` tables are left out. */
export const groupCounts = (counts: TableCounts): [Group, number][] => {
  const sums = new Map<Group, number>()
  for (const { table, rows } of counts) if (!uncounted.includes(table)) sums.set(groupOf(table), (sums.get(groupOf(table)) ?? 0) + rows)
  return ([...Object.keys(groups), 'other'] as Group[]).flatMap((group): [Group, number][] => (sums.get(group) ? [[group, sums.get(group)!]] : []))
}

export const totalOf = (counts: TableCounts) => counts.reduce((sum, { rows }) => sum + rows, 0)
