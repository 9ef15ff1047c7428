import type { HumanName, Patient } from '@medplum/fhirtypes'
import type { Address } from '@sukoyaka/wire/people/account'
import { type BaseRow, metaOf, systems } from './coding.ts'

export type NameRow = { first_name: string; last_name: string; first_name_kana: string; last_name_kana: string }
export type PatientRow = BaseRow &
  NameRow & { birthday: string | null; sex: 'male' | 'female' | null; email: string; phone_number: string | null; address: Address | null; is_active: boolean }

const representation = (valueCode: 'IDE' | 'SYL') => [{ url: 'http://hl7.org/fhir/StructureDefinition/iso21090-EN-representation', valueCode }]
const nameWith = (family: string, given: string, kind: 'IDE' | 'SYL'): HumanName[] =>
  family || given
    ? [
        {
          extension: representation(kind),
          use: 'official',
          text: [family, given].filter(Boolean).join(' '),
          ...(family && { family }),
          ...(given && { given: [given] }),
        },
      ]
    : []

/** The name in characters and in kana, marked as JP Core requires. */
export const namesOf = (row: NameRow): HumanName[] => [
  ...nameWith(row.last_name, row.first_name, 'IDE'),
  ...nameWith(row.last_name_kana, row.first_name_kana, 'SYL'),
]

const addressOf = ({ zip, prefecture, city, street, building }: Address) => {
  const line = [street, building].filter(Boolean)
  const text = [prefecture, city, street, building].filter(Boolean).join('')
  return {
    ...(text && { text }),
    ...(line.length && { line }),
    ...(city && { city }),
    ...(prefecture && { state: prefecture }),
    ...(zip && { postalCode: zip }),
    country: 'JP',
  }
}

const telecomOf = ({ phone_number, email }: PatientRow) => [
  ...(phone_number ? [{ system: 'phone' as const, value: phone_number }] : []),
  ...(email ? [{ system: 'email' as const, value: email }] : []),
]

export const toPatient = (row: PatientRow): Patient => ({
  resourceType: 'Patient',
  id: row.id,
  meta: metaOf(row, 'Patient'),
  identifier: [{ system: systems.user, value: row.id }],
  active: row.is_active,
  name: namesOf(row),
  ...(telecomOf(row).length && { telecom: telecomOf(row) }),
  gender: row.sex ?? 'unknown',
  ...(row.birthday && { birthDate: row.birthday }),
  ...(row.address && { address: [addressOf(row.address)] }),
})

export type ReadPatient = { kanji: string[]; kana: string[]; birthday: string | undefined; sex: 'male' | 'female' | undefined; ids: string[] }

/** What identifies the person of a bundle. Names are without spaces. */
export const readPatient = ({ name = [], birthDate, gender, identifier = [] }: Patient): ReadPatient => {
  const spelled = name.map((item) => {
    const kind = item.extension?.find(({ valueCode }) => valueCode)?.valueCode
    const text = item.family || item.given?.length ? [item.family, ...(item.given ?? [])].join('') : (item.text ?? '')
    return { kind, text: text.normalize('NFKC').replace(/\s/g, '') }
  })
  const isKana = (text: string) => /^[\u3040-\u30ff]+$/u.test(text)
  return {
    kanji: spelled.filter(({ kind, text }) => kind !== 'SYL' && text && !isKana(text)).map(({ text }) => text),
    kana: spelled.filter(({ kind, text }) => text && (kind === 'SYL' || isKana(text))).map(({ text }) => text),
    birthday: birthDate,
    sex: gender === 'male' || gender === 'female' ? gender : undefined,
    ids: identifier.flatMap(({ system, value }) => (system === systems.user && value ? [value] : [])),
  }
}
