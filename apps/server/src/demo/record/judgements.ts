import { addDays, addMonths, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { assessments } from '../../domains/assessment/tables.ts'
import type { habit_goal_templates, habit_goals } from '../../domains/habit/tables.ts'
import type { allergy_reactions } from '../../domains/illness/tables.ts'
import type { DemoPatient } from '../people/people.ts'
import { randomOf } from '../random.ts'
import { medicinesOf } from './illnesses.ts'
import { hasResultsOf, illnessesShownBy, indications } from './indications.ts'

type Allergy = typeof allergy_reactions.$inferInsert
type AllergyKind = Allergy['kind']
type Assessment = typeof assessments.$inferInsert
type Goal = typeof habit_goals.$inferInsert
type Template = typeof habit_goal_templates.$inferSelect

const at = (day: string) => new Date(tokyoStartOfDay(day).getTime() + 10 * 3_600_000).toISOString()

const reactions: [AllergyKind, string][] = [
  ['pollen', 'スギ'],
  ['pollen', 'スギ、ヒノキ、ブタクサ'],
  ['food', 'エビ、カニ（口のかゆみ）'],
  ['food', 'そば（2008年 じんましん）'],
  ['medicine', 'ペニシリン系抗菌薬（2015年 発疹）'],
  ['medicine', '造影剤（2020年 じんましん）'],
  ['asthma', '小児期に発症、現在は無治療'],
  ['atopic', '冬に悪化'],
  ['metal', 'ニッケル（ピアスでかぶれ）'],
  ['other', 'ラテックス'],
]

export const allergiesFor = ({ id, index, edgeCase }: DemoPatient, today: string): Allergy[] => {
  const created_at = at(addDays(today, -300))
  const row = (kind: AllergyKind, description: string, is_occured = true): Allergy => ({
    user_id: id,
    kind,
    is_occured,
    description,
    confirmed_at: created_at,
    // that an allergy did not occur is the patient's own answer in a questionnaire
    confirmed_by: is_occured ? null : id,
    created_at,
    updated_at: created_at,
  })
  if (index === 0)
    return [row('medicine', 'セフェム系抗菌薬（2019年 全身の発疹）'), row('pollen', 'スギ、ヒノキ'), row('food', '', false), row('asthma', '', false)]
  if (edgeCase === 'empty') return []
  if (edgeCase === 'hostile') return [row('medicine', 'アレルギー'.repeat(60))]
  const r = randomOf('allergy', index)
  // some patients answered that they have no allergy to medicines and food
  if (r.chance(0.35)) return [row('medicine', '', false), row('food', '', false)]
  const first = r.pick(reactions)
  const second = r.pick(reactions)
  if (!r.chance(0.55)) return []
  return (second[0] === first[0] || r.chance(0.6) ? [first] : [first, second]).map(([kind, description]) => row(kind, description))
}

type AssessmentEntry = [code: string, kind: Assessment['kind'], memo: string, months_ago: number, solved_months_ago?: number]

const assessmentsOfFirst: AssessmentEntry[] = [
  ['dyslipidemia', 'problem', '3か月後に再検', 17],
  ['hypertension', 'problem', '家庭血圧の朝平均 141/90 が続き、内服を開始', 9],
  ['sleep_apnea_syndrome', 'suspect', 'いびき、睡眠スコア D。簡易検査を手配中', 1],
  ['type_2_diabetes', 'high_risk', '父・兄に糖尿病', 1],
  ['osteoporosis', 'high_risk', '母方祖母に大腿骨骨折', 7],
  ['breast_cancer', 'high_risk', '母が61歳で発症', 17],
  ['iron_deficiency_anemia', 'problem', '鉄剤で改善', 70, 58],
]
/** Result categories that are the reasons of the first patient's assessments, by disease. */
const reasonsOfFirst: Record<string, string[]> = {
  dyslipidemia: ['ldl_cholesterol', 'non_hdl_cholesterol'],
  type_2_diabetes: ['hba1c'],
  osteoporosis: ['vitamin_d_25oh'],
}
const otherAssessments: AssessmentEntry[] = [
  ['hypertension', 'problem', '家庭血圧の朝平均 138/88。減塩から開始', 9],
  ['dyslipidemia', 'problem', '食事の見直しを3か月続けて再検', 6],
  ['fatty_liver', 'problem', '腹部超音波で軽度。体重3%減を目標に', 14],
  ['hyperuricemia', 'problem', '飲酒量の記録を依頼', 11],
  ['type_2_diabetes', 'problem', 'HbA1c 6.5%以上が続く。食事の記録から開始', 10],
  ['prediabetes', 'high_risk', '食後の軽い運動を提案', 5],
  ['glaucoma', 'suspect', '眼底で陥凹拡大。眼科を紹介', 3],
  ['osteoporosis', 'high_risk', '骨密度 YAM 82%', 8],
  ['iron_deficiency_anemia', 'problem', '鉄剤で改善', 26, 20],
  ['chronic_gastritis', 'problem', '除菌後。内視鏡は年1回', 30],
  ['insomnia_disorder', 'suspect', '睡眠記録を2週間', 2],
  ['colorectal_cancer', 'high_risk', '父が大腸がん。内視鏡は3年ごと', 18],
  ['h_pylori_infection', 'problem', '除菌成功を確認', 40, 36],
]

/** Assessments of the illnesses that the medicines of the patient treat, each dated a month or more before the first medicine for it was started. */
const indicatedFor = (patient: DemoPatient): AssessmentEntry[] => {
  const byDisease = Map.groupBy(
    medicinesOf(patient).filter(({ code }) => code !== null && code in indications),
    ({ code }) => indications[code!]!.disease,
  )
  return [...byDisease].map(([disease, medicines]): AssessmentEntry => {
    const { code, months } = medicines.toSorted((a, b) => b.months - a.months)[0]!
    return [disease, 'problem', indications[code!]!.memo, months + 1]
  })
}

/**
 * The assessments of a patient. They agree with the results, except in the edge case `hostile`: they contain most illnesses that the results show, and all that
 * a medicine of the patient treats.
 */
const entriesFor = (patient: DemoPatient): AssessmentEntry[] => {
  const { index, edgeCase } = patient
  if (index === 0) return assessmentsOfFirst
  if (edgeCase === 'empty') return []
  const indicated = indicatedFor(patient)
  if (edgeCase === 'hostile') return indicated
  const r = randomOf('assessment', index)
  const start = r.between(0, otherAssessments.length - 1)
  const picked = Array.from({ length: Math.max(0, r.between(-2, 4)) }, (_, i) => otherAssessments[(start + i * 5) % otherAssessments.length]!)
  const shown = illnessesShownBy(index)
  const expected = otherAssessments.filter(([code]) => shown.includes(code) && r.chance(0.7))
  const others = [...new Set([...picked, ...expected])].filter(
    ([code]) => hasResultsOf(code, index) && !(code === 'prediabetes' && shown.includes('type_2_diabetes')) && !indicated.some(([disease]) => disease === code),
  )
  return [...indicated, ...others]
}

export const assessmentCodesOf = (patient: DemoPatient): string[] => entriesFor(patient).map(([code]) => code)

export const assessmentsFor = (patient: DemoPatient, diseases: ReadonlyMap<string, number>, today: string): Assessment[] => {
  const { id, index } = patient
  const r = randomOf('assessment day', index)
  return entriesFor(patient).map(([code, kind, memo, months_ago, solvedMonthsAgo]) => {
    const conducted_on = addDays(addMonths(today, -months_ago), index === 0 ? 0 : -r.between(0, 25))
    const createdAt = at(conducted_on)
    return {
      user_id: id,
      disease_id: diseases.get(code)!,
      kind,
      memo,
      conducted_on,
      solved_on: solvedMonthsAgo === undefined ? null : addMonths(today, -solvedMonthsAgo),
      created_at: createdAt,
      updated_at: createdAt,
    }
  })
}

export const reasonsFor = ({ id, index }: DemoPatient): { user_id: number; code: string; name: string }[] =>
  index === 0 ? Object.entries(reasonsOfFirst).flatMap(([code, names]) => names.map((name) => ({ user_id: id, code, name }))) : []

const goalsOfFirst = ['meal_09', 'meal_07', 'sport_02', 'sleep_03', 'checkup_05', 'vaccine_02']
/** Goals suitable for nearly everyone. */
const common = [
  'meal_05',
  'meal_08',
  'meal_12',
  'meal_03',
  'preference_01',
  'preference_08',
  'sport_01',
  'sport_03',
  'sport_06',
  'sport_08',
  'sleep_01',
  'sleep_05',
  'checkup_01',
  'checkup_02',
  'checkup_06',
  'vaccine_01',
  'other_02',
]

export const goalsFor = ({ id, index, edgeCase }: DemoPatient, templates: ReadonlyMap<string, Template>, today: string): Goal[] => {
  if (edgeCase === 'empty' || edgeCase === 'hostile') return []
  const r = randomOf('goal', index)
  const start = r.between(0, common.length - 1)
  const codes = index === 0 ? goalsOfFirst : Array.from({ length: r.between(0, 5) }, (_, i) => common[(start + i * 4) % common.length]!)
  return codes.map((code, i) => {
    const { id: template_id, kind, days_per_week } = templates.get(code)!
    const set_on = addDays(today, -r.between(20, 160))
    const created_at = at(set_on)
    return {
      user_id: id,
      template_id,
      kind,
      days_per_week,
      achieved_on: (index === 0 ? i === 5 : r.chance(0.25)) ? addDays(set_on, r.between(5, 19)) : null,
      created_at,
      updated_at: created_at,
    }
  })
}
