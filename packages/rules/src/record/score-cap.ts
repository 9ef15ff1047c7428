import { type ResultStatus, resultStatus } from '@sukoyaka/wire/record/checkup'
import type { ScoreFinding, ScoreRank } from '@sukoyaka/wire/record/score'
import { scoreRanks } from '@sukoyaka/wire/record/score'

type Limit = { below?: number; above?: number }

/**
 * Limits from which a value is far beyond its range: below `below` or at least `above`, for every sex and age. They are the start of D (要精密検査・
 * 要治療) in the table of the Japan Society of Ningen Dock and Preventive Medical Care (判定区分, 2024); where it differs by sex, the limit that holds for
 * both. Its low D of LDL and triglycerides is left out, because treatment reaches it. Not in that table: home blood pressure is grade II of the Japanese
 * Society of Hypertension (2019), albuminuria is A3 of KDIGO (2024), BMI is 高度肥満 of the Japan Society for the Study of Obesity (2022).
 */
const farLimits: Readonly<Record<string, Limit>> = {
  bmi: { above: 35 },
  systolic_blood_pressure: { above: 160 },
  diastolic_blood_pressure: { above: 100 },
  home_systolic_blood_pressure: { above: 145 },
  home_diastolic_blood_pressure: { above: 90 },
  ldl_cholesterol: { above: 180 },
  hdl_cholesterol: { below: 30 },
  triglyceride: { above: 500 },
  non_hdl_cholesterol: { above: 210 },
  hba1c: { above: 6.5 },
  fasting_glucose: { above: 126 },
  ast: { above: 51 },
  alt: { above: 51 },
  ggt: { above: 101 },
  albumin: { below: 3.7 },
  egfr: { below: 45 },
  creatinine: { above: 1.3 },
  urine_protein: { above: 3 },
  urine_albumin_creatinine_ratio: { above: 300 },
  uric_acid: { above: 9 },
  hemoglobin: { below: 11.1, above: 18.1 },
  white_blood_cell: { below: 3.1, above: 10 },
  platelet: { below: 10, above: 40 },
}

/** Least danger level of an unsolved problem that counts as a finding: from 3 the catalogue names illnesses that need care. */
export const minDangerLevel = 3

/** How far a result is out of its range; undefined if it is not judged unhealthy. */
export const findingOf = (name: string, value: number, status: ResultStatus | null, is_serious: boolean): ScoreFinding | undefined => {
  if (is_serious) return 'serious'
  if (status !== resultStatus.unhealthy) return undefined
  const { below = -Infinity, above = Infinity } = farLimits[name] ?? {}
  return value < below || value >= above ? 'far' : 'outside'
}

/**
 * Best rank that a finding allows: of the category it belongs to, and of the total. The points are a mean, on which one finding has little effect; the
 * rank must not look good despite it. A product rule, not a grading of the society.
 */
const bestRanks: Readonly<Record<ScoreFinding, { category: ScoreRank; total: ScoreRank }>> = {
  outside: { category: 'C', total: 'B' },
  illness: { category: 'C', total: 'B' },
  far: { category: 'D', total: 'C' },
  serious: { category: 'E', total: 'D' },
}

/** The rank of the points, lowered to the best one that the findings allow. */
export const cappedRank = (rank: ScoreRank | null, findings: readonly ScoreFinding[], of: 'category' | 'total'): ScoreRank | null =>
  rank && scoreRanks[Math.max(scoreRanks.indexOf(rank), ...findings.map((finding) => scoreRanks.indexOf(bestRanks[finding][of])))]!
