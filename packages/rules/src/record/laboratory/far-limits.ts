import { resultStatus } from '@sukoyaka/wire/record/checkup'

type Limit = { below?: number; above?: number }

/**
 * Limits from which a value is far beyond its range: below `below` or at least `above`, for every sex and age. They are the start of D (要精密検査・
 * 要治療) in the table of the Japan Society of Ningen Dock and Preventive Medical Care (判定区分, 2024); where the table differs by sex, the limit is the one
 * that holds for both. Its lower limits of D for LDL, non-HDL and triglycerides are left out, because treatment can reach them. Not in that table: home blood
 * pressure is grade II of the Japanese Society of Hypertension (2019), albuminuria is A3 of KDIGO (2024), BMI is 高度肥満 of the Japan Society for the Study
 * of Obesity (2022).
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

type Judged = { name: string; value: number; status: number | null | undefined }

/** Whether an abnormal result is far beyond its range. 異常 has two levels, C (要再検査・生活改善) and D (要精密検査・要治療); this is D. */
export const isFarBeyond = ({ name, value, status }: Judged): boolean => {
  const { below = -Infinity, above = Infinity } = farLimits[name] ?? {}
  return status === resultStatus.unhealthy && (value < below || value >= above)
}
