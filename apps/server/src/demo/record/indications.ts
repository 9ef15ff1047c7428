import { courseOf } from './baselines.ts'

/** Quantity whose abnormal course shows the illness. */
const deviations: Readonly<Record<string, string>> = {
  hypertension: 'systolic_blood_pressure',
  dyslipidemia: 'ldl_cholesterol',
  type_2_diabetes: 'fasting_glucose',
  hyperuricemia: 'uric_acid',
  fatty_liver: 'ggt',
}

/** Illness that a medicine of the demo treats; patients who take the medicine have it as a problem. */
export const indications: Readonly<Record<string, { disease: string; memo: string }>> = {
  amlodipine: { disease: 'hypertension', memo: '家庭血圧を記録しながら内服' },
  rosuvastatin: { disease: 'dyslipidemia', memo: '内服と食事で管理' },
  atorvastatin: { disease: 'dyslipidemia', memo: '内服と食事で管理' },
  metformin: { disease: 'type_2_diabetes', memo: 'HbA1cを3か月ごとに確認' },
  allopurinol: { disease: 'hyperuricemia', memo: '内服と飲酒量の見直し' },
  lansoprazole: { disease: 'gastroesophageal_reflux', memo: '内服で症状は落ち着いている' },
  lemborexant: { disease: 'insomnia_disorder', memo: '寝つきの悪さに内服。睡眠記録を続ける' },
}

/** Whether the results of this patient agree with the illness. True for an illness that has no quantity in `deviations`. */
export const hasResultsOf = (disease: string, index: number): boolean => {
  const deviation = deviations[disease]
  return deviation === undefined || courseOf(index)[deviation] !== undefined
}

/** Illnesses that the results of this patient show. */
export const illnessesShownBy = (index: number): string[] => Object.keys(deviations).filter((disease) => hasResultsOf(disease, index))
