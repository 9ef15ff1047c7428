import type { FamilyMemberHistory, FamilyMemberHistoryCondition } from '@medplum/fhirtypes'
import type { Relative } from '@sukoyaka/wire/record/illness'
import { type BaseRow, code, coded, codeIn, icd10Systems, metaOf, patientOf, systems } from './coding.ts'
import { type DiseaseRow, diseaseConcept, partialDay } from './condition.ts'

export type FamilyRow = BaseRow & DiseaseRow & { relative: Relative; diagnosed_on: string | null; diagnosed_age: number | null }

const roleCodes = 'http://terminology.hl7.org/CodeSystem/v3-RoleCode'
const relatives: Record<Relative, { code: string; ja: string; also?: readonly string[]; sex: 'male' | 'female' }> = {
  father: { code: 'FTH', ja: '父', also: ['父親', 'NFTH'], sex: 'male' },
  mother: { code: 'MTH', ja: '母', also: ['母親', 'NMTH'], sex: 'female' },
  brother: { code: 'BRO', ja: '兄弟', also: ['兄', '弟', 'NBRO'], sex: 'male' },
  sister: { code: 'SIS', ja: '姉妹', also: ['姉', '妹', 'NSIS'], sex: 'female' },
  son: { code: 'SONC', ja: '息子', also: ['SON', '長男', '次男'], sex: 'male' },
  daughter: { code: 'DAUC', ja: '娘', also: ['DAU', '長女', '次女'], sex: 'female' },
  f_grandpa: { code: 'PGRFTH', ja: '父方の祖父', sex: 'male' },
  f_grandma: { code: 'PGRMTH', ja: '父方の祖母', sex: 'female' },
  m_grandpa: { code: 'MGRFTH', ja: '母方の祖父', sex: 'male' },
  m_grandma: { code: 'MGRMTH', ja: '母方の祖母', sex: 'female' },
  f_uncle: { code: 'PUNCLE', ja: '父方のおじ', sex: 'male' },
  f_aunt: { code: 'PAUNT', ja: '父方のおば', sex: 'female' },
  m_uncle: { code: 'MUNCLE', ja: '母方のおじ', sex: 'male' },
  m_aunt: { code: 'MAUNT', ja: '母方のおば', sex: 'female' },
}

export const toFamilyMemberHistory = (row: FamilyRow): FamilyMemberHistory => {
  const relative = relatives[row.relative]
  return {
    resourceType: 'FamilyMemberHistory',
    id: row.id,
    meta: metaOf(row, 'FamilyMemberHistory'),
    status: 'completed',
    patient: patientOf(row),
    relationship: coded(relative.ja, [code(roleCodes, relative.code), code(systems.relative, row.relative)]),
    sex: { coding: [{ system: 'http://hl7.org/fhir/administrative-gender', code: relative.sex }] },
    condition: [
      {
        code: diseaseConcept(row),
        ...(row.diagnosed_age !== null
          ? { onsetAge: { value: row.diagnosed_age, unit: '歳', system: systems.ucum, code: 'a' } }
          : row.diagnosed_on && { onsetString: row.diagnosed_on }),
      },
    ],
  }
}

export type ReadFamilyIllness = {
  relative: Relative
  disease: string | undefined
  icd10: string | undefined
  text: string
  diagnosed_on: string | null
  diagnosed_age: number | null
}

/** The first relative of the table that a code or word of the relationship names; undefined if it names none. */
const relativeIn = ({ relationship }: FamilyMemberHistory): Relative | undefined => {
  const words = [...(relationship.coding ?? []).flatMap(({ code: value, display }) => [value, display]), relationship.text]
  const entries = Object.entries(relatives) as [Relative, (typeof relatives)[Relative]][]
  return entries.find(([name, relative]) => words.some((word) => word && [name, relative.code, relative.ja, ...(relative.also ?? [])].includes(word)))?.[0]
}

const maxAge = 130
/** Years in one unit of an age, by UCUM code. */
const yearsPerUnit: Record<string, number> = { a: 1, mo: 1 / 12, wk: 7 / 365.25, d: 1 / 365.25 }

/** Full years of an age in years, months, weeks or days; years without a unit, null without a value. Throws TypeError for another unit or an impossible age. */
const yearsOf = ({ value, code, unit }: { value?: number; code?: string; unit?: string }): number | null => {
  if (value === undefined) return null
  // without a code, the unit may be a word for years
  const perUnit = yearsPerUnit[code ?? ''] ?? (code === undefined && (unit === undefined || /^(years?|yrs?|a|歳|才|年)$/i.test(unit)) ? 1 : undefined)
  // the addition makes up for the rounding of fractions such as 1 / 12
  const years = perUnit === undefined ? Number.NaN : Math.floor(value * perUnit + 1e-9)
  if (typeof value !== 'number' || !(value >= 0 && years <= maxAge)) throw new TypeError('no age in years')
  return years
}

/** The age in words such as 45歳頃, aged 45 or 45 years old; null in others, such as 50代. */
const ageInWords = (text = ''): number | null => {
  const years = /^(?:aged?|at)?\s*(\d{1,3})\s*(?:歳|才|세|years?(?: old)?|yrs?|y\.?o\.?)?\s*(?:頃|ごろ|時)?$/i.exec(text.normalize('NFKC').trim())?.[1]
  return years !== undefined && Number(years) <= maxAge ? Number(years) : null
}

/** The age at the onset in full years, also in words or as a range within one year; null without one. Throws as `yearsOf` does. */
const ageAtOnset = ({ onsetAge, onsetRange, onsetString }: FamilyMemberHistoryCondition): number | null => {
  if (onsetAge) return yearsOf(onsetAge)
  const [low, high] = [yearsOf(onsetRange?.low ?? {}), yearsOf(onsetRange?.high ?? {})]
  return low !== null && low === high ? low : ageInWords(onsetString)
}

/** One illness per condition of the relative, or why there is none. */
export const readFamilyMemberHistory = (history: FamilyMemberHistory): ReadFamilyIllness[] | { reason: 'entered_in_error' | 'relative_unknown' | 'empty' } => {
  if (history.status === 'entered-in-error') return { reason: 'entered_in_error' }
  const relative = relativeIn(history)
  if (!relative) return { reason: 'relative_unknown' }
  if (!history.condition?.length) return { reason: 'empty' }
  return history.condition.map((condition) => ({
    relative,
    disease: codeIn(condition.code, [systems.disease]),
    icd10: codeIn(condition.code, icd10Systems),
    text: condition.code.text ?? condition.code.coding?.[0]?.display ?? '',
    diagnosed_on: partialDay(condition.onsetString ?? condition.onsetPeriod?.start),
    diagnosed_age: ageAtOnset(condition),
  }))
}
