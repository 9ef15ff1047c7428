import type { ResultStatus } from '@sukoyaka/wire/record/checkup'
import { isAbnormal } from '../checkup.ts'

/** What is measured. */
export type About =
  | 'bmi'
  | 'blood_pressure'
  | 'creatinine'
  | 'crp'
  | 'egfr'
  | 'fecal_blood'
  | 'ferritin'
  | 'ggt'
  | 'glucose'
  | 'hba1c'
  | 'hdl'
  | 'ldl'
  | 'liver'
  | 'non_hdl'
  | 'platelet'
  | 'red_cells'
  | 'salt'
  | 'thyroid'
  | 'total_cholesterol'
  | 'triglyceride'
  | 'uric_acid'
  | 'urine_blood'
  | 'urine_glucose'
  | 'urine_protein'
  | 'vitamin_d'
  | 'waist'
  | 'white_cells'

/** What a value on one side of its range can mean. */
export type Meaning =
  | 'anaemia'
  | 'blood_pressure_high'
  | 'cholesterol_high'
  | 'crp_high'
  | 'fecal_blood'
  | 'ferritin_low'
  | 'ggt_high'
  | 'glucose_high'
  | 'glucose_low'
  | 'hdl_low'
  | 'kidney_low'
  | 'liver_high'
  | 'platelet_high'
  | 'platelet_low'
  | 'red_cells_high'
  | 'salt_high'
  | 'thyroid_off'
  | 'triglyceride_high'
  | 'uric_acid_high'
  | 'urine_blood'
  | 'urine_glucose'
  | 'urine_protein'
  | 'vitamin_d_low'
  | 'weight_high'
  | 'weight_low'
  | 'white_cells_high'
  | 'white_cells_low'

type Explanation = { about: About; high?: Meaning; low?: Meaning; source: string }

const ningenDock = '日本人間ドック・予防医療学会「検査表の見方」'
const lipids = '日本動脈硬化学会「動脈硬化性疾患予防ガイドライン 2022年版」'
const diabetes = '日本糖尿病学会「糖尿病診療ガイドライン2024」'
const obesity = '日本肥満学会「肥満症診療ガイドライン2022」'
const kidney = '日本腎臓学会「CKD診療ガイド2024」'
const pressure: Explanation = { about: 'blood_pressure', high: 'blood_pressure_high', source: '日本高血圧学会「高血圧管理・治療ガイドライン2025」' }
/** What to do about low glucose also follows the sources of first-aid.ts. */
const glucose: Explanation = { about: 'glucose', high: 'glucose_high', low: 'glucose_low', source: diabetes }
const liver: Explanation = { about: 'liver', high: 'liver_high', source: '日本肝臓学会「奈良宣言2023」' }
const redCells: Explanation = { about: 'red_cells', high: 'red_cells_high', low: 'anaemia', source: ningenDock }
const thyroid: Explanation = { about: 'thyroid', high: 'thyroid_off', low: 'thyroid_off', source: '日本甲状腺学会「甲状腺疾患診断ガイドライン2024」' }
const triglyceride: Explanation = { about: 'triglyceride', high: 'triglyceride_high', source: lipids }
const urineProtein: Explanation = { about: 'urine_protein', high: 'urine_protein', source: kidney }
const crp: Explanation = { about: 'crp', high: 'crp_high', source: ningenDock }
const fecalBlood: Explanation = { about: 'fecal_blood', high: 'fecal_blood', source: '国立がん研究センター がん情報サービス「大腸がん検診について」' }

/** By category name. A side without a meaning is explained by the care team, never by the text of the other side. */
const explanations = new Map<string, Explanation>(
  Object.entries({
    alt: liver,
    ast: liver,
    bmi: { about: 'bmi', high: 'weight_high', low: 'weight_low', source: obesity },
    casual_glucose: glucose,
    creatinine: { about: 'creatinine', high: 'kidney_low', source: kidney },
    crp,
    diastolic_blood_pressure: pressure,
    egfr: { about: 'egfr', low: 'kidney_low', source: kidney },
    estimated_salt_intake: { about: 'salt', high: 'salt_high', source: '厚生労働省「日本人の食事摂取基準（2025年版）」' },
    fasting_glucose: glucose,
    fecal_hemoglobin_1: fecalBlood,
    fecal_hemoglobin_2: fecalBlood,
    fecal_occult_blood_1: fecalBlood,
    fecal_occult_blood_2: fecalBlood,
    ferritin: { about: 'ferritin', low: 'ferritin_low', source: '厚生労働省 e-ヘルスネット「貧血の予防には、まずは普段の食生活を見直そう」' },
    free_t3: thyroid,
    free_t4: thyroid,
    ggt: { about: 'ggt', high: 'ggt_high', source: ningenDock },
    hba1c: { about: 'hba1c', high: 'glucose_high', source: diabetes },
    hdl_cholesterol: { about: 'hdl', low: 'hdl_low', source: lipids },
    hematocrit: redCells,
    hemoglobin: redCells,
    home_diastolic_blood_pressure: pressure,
    home_systolic_blood_pressure: pressure,
    hs_crp: crp,
    ldl_cholesterol: { about: 'ldl', high: 'cholesterol_high', source: lipids },
    non_hdl_cholesterol: { about: 'non_hdl', high: 'cholesterol_high', source: lipids },
    ogtt_2h_glucose: glucose,
    platelet: { about: 'platelet', high: 'platelet_high', low: 'platelet_low', source: ningenDock },
    red_blood_cell: redCells,
    systolic_blood_pressure: pressure,
    // 全国健康保険協会 on total cholesterol: the sum of all kinds; above all high LDL leads to atherosclerosis
    total_cholesterol: { about: 'total_cholesterol', high: 'cholesterol_high', source: lipids },
    triglyceride,
    triglyceride_casual: triglyceride,
    tsh: thyroid,
    uric_acid: { about: 'uric_acid', high: 'uric_acid_high', source: '日本痛風・尿酸核酸学会「高尿酸血症・痛風の治療ガイドライン 第3版」' },
    urine_albumin_creatinine_ratio: urineProtein,
    urine_glucose: { about: 'urine_glucose', high: 'urine_glucose', source: ningenDock },
    urine_occult_blood: { about: 'urine_blood', high: 'urine_blood', source: '日本腎臓学会ほか「血尿診断ガイドライン2023」' },
    urine_protein: urineProtein,
    urine_protein_creatinine_ratio: urineProtein,
    vitamin_d_25oh: { about: 'vitamin_d', low: 'vitamin_d_low', source: '日本内分泌学会・日本骨代謝学会・厚生労働省研究班「ビタミンD不足・欠乏の判定指針」' },
    waist_circumference: { about: 'waist', high: 'weight_high', source: obesity },
    white_blood_cell: { about: 'white_cells', high: 'white_cells_high', low: 'white_cells_low', source: ningenDock },
  } satisfies Record<string, Explanation>),
)

export const explainedCategories: readonly string[] = [...explanations.keys()]

/** What the patient does next. A critical value refers to the care team at once, without other advice; only low glucose needs sugar before that. */
export type NextStep = 'contact' | 'confirm' | 'watch' | 'watch_home'

export type ResultExplanation = {
  about: About | undefined
  meaning: Meaning | undefined
  /** The meaning whose advice says what people can do themselves. */
  advice: Meaning | undefined
  source: string | undefined
  next: NextStep | undefined
}

type Judged = { name: string; status: ResultStatus | null | undefined; side: 'high' | 'low' | undefined; is_serious: boolean; isHomeValue?: boolean }

/** How a value is explained to the patient. Without `meaning`, a value out of its range is explained by the care team. */
export const explanationOf = ({ name, status, side, is_serious, isHomeValue = false }: Judged): ResultExplanation => {
  const known = explanations.get(name)
  const meaning = isAbnormal({ status, is_serious }) && side ? known?.[side] : undefined
  const isLowGlucose = meaning === 'glucose_low'
  // low glucose must not wait for further measurements
  const needsAdvice = status === 1 || isLowGlucose
  return {
    about: known?.about,
    meaning,
    advice: is_serious && !isLowGlucose ? undefined : meaning,
    source: known?.source,
    next: is_serious ? 'contact' : needsAdvice ? 'confirm' : status === 2 ? (isHomeValue ? 'watch_home' : 'watch') : undefined,
  }
}
