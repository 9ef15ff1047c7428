import { addDays, addMonths, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { Relative } from '@sukoyaka/wire/record/illness'
import type { Timing } from '@sukoyaka/wire/record/medication'
import type { family_past_illnesses, past_illnesses, performed_operations } from '../../domains/illness/tables.ts'
import type { medicine_intakes, supplement_intakes } from '../../domains/medication/tables.ts'
import type { DemoPatient } from '../people/people.ts'
import { randomOf } from '../random.ts'
import { hasResultsOf, indications } from './indications.ts'

type Past = typeof past_illnesses.$inferInsert
type Family = typeof family_past_illnesses.$inferInsert
type Operation = typeof performed_operations.$inferInsert
type Medicine = typeof medicine_intakes.$inferInsert
type Supplement = typeof supplement_intakes.$inferInsert
type Ids = ReadonlyMap<string, number>

/** Years before today, and the precision of the date. */
type ReportedDate = { years_ago: number; precision: 'year' | 'month' | 'day' }
const day = (today: string, { years_ago, precision }: ReportedDate, shiftDays = 0) =>
  addDays(addMonths(today, -12 * years_ago), -shiftDays).slice(0, { year: 4, month: 7, day: 10 }[precision])
const at = (day: string) => new Date(tokyoStartOfDay(day).getTime() + 10 * 3_600_000).toISOString()
const stamps = (today: string) => ({ created_at: at(addDays(today, -240)), updated_at: at(addDays(today, -240)) })
/** Upper limit for `years_ago`, so that no illness precedes the birth. */
const ageOf = ({ birthday }: DemoPatient, today: string) => (birthday ? Number(today.slice(0, 4)) - Number(birthday.slice(0, 4)) : 30)
/** Patients with a medical history: those up to index 60 and the edge cases, except the one without any data. */
const hasMedicalHistory = ({ index, edgeCase }: DemoPatient) => edgeCase !== 'empty' && (index <= 60 || edgeCase !== undefined)
const longText = 'とても長い名前の病院で受けた治療についての覚え書き'

type PastEntry = [code: string, diagnosed: ReportedDate, recovered: ReportedDate | undefined, detail: string]
const pastOfFirst: PastEntry[] = [
  ['iron_deficiency_anemia', { years_ago: 6, precision: 'month' }, { years_ago: 5, precision: 'month' }, '鉄剤を8か月内服'],
  ['uterine_fibroids', { years_ago: 17, precision: 'year' }, { years_ago: 15, precision: 'year' }, '腹腔鏡下に核出'],
  ['pneumonia', { years_ago: 29, precision: 'year' }, { years_ago: 29, precision: 'year' }, '2週間入院'],
]
const pastIllnesses: PastEntry[] = [
  ['gastroesophageal_reflux', { years_ago: 4, precision: 'month' }, undefined, '内服で安定'],
  ['urolithiasis', { years_ago: 9, precision: 'day' }, { years_ago: 9, precision: 'day' }, '自然排石'],
  ['asthma', { years_ago: 22, precision: 'year' }, { years_ago: 12, precision: 'year' }, '小児期に発症'],
  ['colorectal_polyp', { years_ago: 3, precision: 'day' }, { years_ago: 3, precision: 'day' }, '内視鏡で切除、病理は腺腫'],
  ['herpes_zoster', { years_ago: 2, precision: 'month' }, { years_ago: 2, precision: 'month' }, ''],
  ['h_pylori_infection', { years_ago: 7, precision: 'month' }, { years_ago: 6, precision: 'month' }, '1次除菌で成功'],
  ['migraine', { years_ago: 14, precision: 'year' }, undefined, '月1回ほど'],
  ['gallstones', { years_ago: 11, precision: 'year' }, undefined, '無症状'],
]

export const pastIllnessesFor = (patient: DemoPatient, diseases: Ids, today: string): Past[] => {
  if (!hasMedicalHistory(patient)) return []
  const r = randomOf('past', patient.index)
  const start = r.between(0, pastIllnesses.length - 1)
  const illnesses =
    patient.index === 0 ? pastOfFirst : Array.from({ length: r.between(0, 3) }, (_, i) => pastIllnesses[(start + i * 3) % pastIllnesses.length]!)
  const rows: PastEntry[] =
    patient.edgeCase === 'hostile'
      ? [
          ['late_onset_hypogonadism', { years_ago: 1, precision: 'day' }, undefined, longText.repeat(20)],
          ['hyperthyroidism', { years_ago: 2, precision: 'year' }, undefined, '<b>太字</b>\n2行目\n\n4行目 & "引用"'],
        ]
      : illnesses
  return rows
    .filter(([, { years_ago }]) => years_ago < ageOf(patient, today))
    .map(([code, diagnosed, recovered, detail]) => ({
      user_id: patient.id,
      disease_id: diseases.get(code)!,
      diagnosed_on: day(today, diagnosed, 40),
      recovered_on: recovered ? day(today, recovered) : null,
      detail,
      ...stamps(today),
    }))
}

type FamilyEntry = [relative: Relative, code: string, age: number | null, years_ago?: number]
const familyOfFirst: FamilyEntry[] = [
  ['f_grandpa', 'cerebral_infarction', 72],
  ['m_grandma', 'osteoporosis', null],
  ['father', 'type_2_diabetes', null],
  ['mother', 'breast_cancer', 61],
  ['brother', 'type_2_diabetes', null, 8],
  ['brother', 'hypertension', null],
]
const families: FamilyEntry[] = [
  ['father', 'hypertension', 50],
  ['mother', 'dyslipidemia', null],
  ['father', 'colorectal_cancer', 67],
  ['mother', 'rheumatoid_arthritis', 48],
  ['f_grandpa', 'gastric_cancer', 70],
  ['m_grandma', 'alzheimer_disease', 82],
  ['m_grandpa', 'acute_myocardial_infarction', 63],
  ['f_grandma', 'cerebral_infarction', 78],
  ['sister', 'hypothyroidism', null, 5],
  ['f_uncle', 'lung_cancer', 66],
  ['m_aunt', 'breast_cancer', 54],
]

/** `hasColorectalRisk`: an assessment says that the father had colorectal cancer. */
export const familyFor = (patient: DemoPatient, diseases: Ids, today: string, hasColorectalRisk: boolean): Family[] => {
  const fatherWithCancer: FamilyEntry = ['father', 'colorectal_cancer', 67]
  const relatives = hasMedicalHistory(patient) ? relativesOf(patient) : []
  const rows = hasColorectalRisk ? [...relatives.filter(([, code]) => code !== 'colorectal_cancer'), fatherWithCancer] : relatives
  return rows.map(([relative, code, diagnosed_age, years_ago]) => ({
    user_id: patient.id,
    disease_id: diseases.get(code)!,
    relative,
    diagnosed_on: years_ago === undefined ? null : day(today, { years_ago, precision: 'year' }),
    diagnosed_age,
    ...stamps(today),
  }))
}

const relativesOf = ({ index, edgeCase }: DemoPatient): FamilyEntry[] => {
  if (edgeCase === 'hostile')
    return ['hyperthyroidism', 'copd', 'h_pylori_infection', 'hyper_ldl_cholesterolemia', 'pancreatic_cyst'].flatMap((code): FamilyEntry[] => [
      ['father', code, 99],
      ['m_aunt', code, null, 50],
      ['son', code, 0],
    ])
  if (index === 0) return familyOfFirst
  const r = randomOf('family', index)
  const start = r.between(0, families.length - 1)
  return Array.from({ length: r.between(0, 4) }, (_, i) => families[(start + i * 4) % families.length]!)
}

type OperationEntry = [name: string, performed: ReportedDate | undefined, facility: string, detail: string]
const operationsOfFirst: OperationEntry[] = [
  ['腹腔鏡下子宮筋腫核出術', { years_ago: 15, precision: 'month' }, '城南総合病院', '術後の経過良好'],
  ['虫垂切除術', { years_ago: 41, precision: 'year' }, '', ''],
]
const operations: OperationEntry[] = [
  ['虫垂切除術', { years_ago: 25, precision: 'year' }, '市民病院', ''],
  ['白内障手術（右）', { years_ago: 2, precision: 'day' }, '緑が丘眼科', '眼内レンズ'],
  ['帝王切開', { years_ago: 12, precision: 'month' }, '', ''],
  ['腹腔鏡下胆嚢摘出術', { years_ago: 6, precision: 'month' }, '中央病院', '合併症なし'],
  ['前十字靱帯再建術（左膝）', { years_ago: 18, precision: 'year' }, '', 'スポーツ外傷'],
  ['扁桃摘出術', undefined, '', '小児期'],
]

export const operationsFor = (patient: DemoPatient, today: string): Operation[] => {
  if (!hasMedicalHistory(patient)) return []
  const r = randomOf('operation', patient.index)
  const start = r.between(0, operations.length - 1)
  const operationRows =
    patient.index === 0 ? operationsOfFirst : Array.from({ length: r.between(-1, 2) }, (_, i) => operations[(start + i) % operations.length]!)
  const rows: OperationEntry[] = patient.edgeCase === 'hostile' ? [['術'.repeat(200), undefined, '院'.repeat(200), longText.repeat(10)]] : operationRows
  return rows
    .filter(([name, performedOn]) => (performedOn?.years_ago ?? 0) < ageOf(patient, today) - 10 && !(name === '帝王切開' && patient.sex !== 'female'))
    .map(([name, performedOn, facility, detail]) => ({
      user_id: patient.id,
      name,
      operated_on: performedOn ? day(today, performedOn, 60) : null,
      facility,
      detail,
      ...stamps(today),
    }))
}

type MedicineEntry = {
  code: string | null
  name?: string
  strength: string
  daily: string
  times: number | null
  timing: Timing[]
  months: number
  ended?: number
  memo?: string
}
const medicinesOfFirst: MedicineEntry[] = [
  { code: 'rosuvastatin', strength: '2.5 mg', daily: '1錠', times: 1, timing: ['after_dinner'], months: 17 },
  { code: 'amlodipine', strength: '5 mg', daily: '1錠', times: 1, timing: ['after_breakfast'], months: 8 },
  {
    code: null,
    name: 'クエン酸第一鉄',
    strength: '50 mg',
    daily: '2錠',
    times: 2,
    timing: ['after_breakfast', 'after_dinner'],
    months: 70,
    ended: 62,
    memo: 'フェリチン改善のため終了',
  },
]
const medicines: MedicineEntry[] = [
  { code: 'amlodipine', strength: '2.5 mg', daily: '1錠', times: 1, timing: ['after_breakfast'], months: 22 },
  { code: 'lansoprazole', strength: '15 mg', daily: '1錠', times: 1, timing: ['after_breakfast'], months: 40 },
  { code: 'metformin', strength: '250 mg', daily: '3錠', times: 3, timing: ['after_breakfast', 'after_lunch', 'after_dinner'], months: 13 },
  { code: 'atorvastatin', strength: '10 mg', daily: '1錠', times: 1, timing: ['after_dinner'], months: 30 },
  { code: 'fexofenadine', strength: '60 mg', daily: '2錠', times: 2, timing: ['after_breakfast', 'before_sleep'], months: 9, ended: 6, memo: '鼻炎の時期のみ' },
  { code: 'loxoprofen', strength: '60 mg', daily: '1錠', times: null, timing: ['as_needed'], months: 15, memo: '頭痛時。1日3回まで' },
  { code: 'allopurinol', strength: '100 mg', daily: '1錠', times: 1, timing: ['after_breakfast'], months: 50, ended: 12 },
  { code: 'lemborexant', strength: '5 mg', daily: '1錠', times: 1, timing: ['before_sleep'], months: 4 },
  { code: null, name: '防風通聖散', strength: '2.5 g', daily: '3包', times: 3, timing: ['before_breakfast', 'before_lunch', 'before_dinner'], months: 7 },
]
const everyTime: Timing[] = ['on_waking', 'before_breakfast', 'after_breakfast', 'before_lunch', 'after_lunch', 'before_dinner', 'after_dinner', 'before_sleep']
const hostileMedicines: MedicineEntry[] = [
  { code: null, name: '薬'.repeat(200), strength: '1'.repeat(50), daily: '錠'.repeat(50), times: 12, timing: everyTime, months: 1, memo: longText.repeat(20) },
  { code: null, name: '<img src=x onerror=alert(1)>', strength: '', daily: '', times: null, timing: [], months: 2 },
  ...Array.from({ length: 12 }, (_, i): MedicineEntry => ({ ...medicines[i % medicines.length]!, months: i + 3 })),
]

/** Medicines of a patient. A randomly chosen medicine is left out if the results of the patient do not agree with the illness that it treats. */
export const medicinesOf = (patient: DemoPatient): MedicineEntry[] => {
  if (!hasMedicalHistory(patient)) return []
  const r = randomOf('medicine', patient.index)
  const start = r.between(0, medicines.length - 1)
  const randomEntries = Array.from({ length: Math.max(0, r.between(-1, 4)) }, (_, i) => medicines[(start + i * 4) % medicines.length]!)
  if (patient.edgeCase === 'hostile') return hostileMedicines
  return patient.index === 0 ? medicinesOfFirst : randomEntries.filter(({ code }) => !code || hasResultsOf(indications[code]?.disease ?? '', patient.index))
}

export const medicineIntakesFor = (patient: DemoPatient, ids: Ids, today: string): Medicine[] =>
  medicinesOf(patient).map(({ code, name = null, strength, daily, times, timing, months, ended, memo = '' }) => ({
    user_id: patient.id,
    medicine_id: code === null ? null : ids.get(code)!,
    name,
    strength,
    daily_volume: daily,
    divided_times: times,
    timing,
    started_on: addMonths(today, -months).slice(0, months % 3 ? 7 : 10),
    ended_on: ended === undefined ? null : addMonths(today, -ended).slice(0, 7),
    memo,
    ...stamps(today),
  }))

type SupplementEntry = [code: string | null, months: number, ended?: number, name?: string]
const supplementsOfFirst: SupplementEntry[] = [
  ['vitamin_d3_25', 7],
  ['epa_dha', 12],
]
const supplements: SupplementEntry[] = [
  ['multi_vitamin', 30],
  ['vitamin_c_1000', 5],
  ['lactobacillus', 14],
  ['zinc_10', 9, 3],
  ['calcium_vitamin_d', 20],
  ['whey_protein', 6],
  [null, 11, undefined, '青汁'],
  ['lutein', 16],
]

export const supplementIntakesFor = (patient: DemoPatient, ids: Ids, today: string): Supplement[] => {
  if (!hasMedicalHistory(patient)) return []
  const r = randomOf('supplement', patient.index)
  const start = r.between(0, supplements.length - 1)
  const randomEntries = Array.from({ length: Math.max(0, r.between(-2, 3)) }, (_, i) => supplements[(start + i * 3) % supplements.length]!)
  const hostile: SupplementEntry[] = [[null, 1, undefined, 'サプリメント'.repeat(33)], ...supplements]
  const entries = patient.index === 0 ? supplementsOfFirst : patient.edgeCase === 'hostile' ? hostile : randomEntries
  return entries.map(([code, months, ended, name = null]) => ({
    user_id: patient.id,
    supplement_id: code === null ? null : ids.get(code)!,
    name,
    started_on: addMonths(today, -months).slice(0, 7),
    ended_on: ended === undefined ? null : addMonths(today, -ended).slice(0, 7),
    memo: '',
    ...stamps(today),
  }))
}
