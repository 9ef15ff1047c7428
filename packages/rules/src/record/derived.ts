import { rounded } from './judge.ts'

type Values = (name: string) => number | undefined
/** `age`: whole years on the day of the values (Tokyo time). */
type PersonFacts = { sex: 'male' | 'female' | null; age: number | null }

/** Body mass index: weight in kg divided by the square of the height in m (Quetelet; WHO Technical Report Series 894, 2000). */
export const bmi = (weight: number, height_cm: number): number => weight / (height_cm / 100) ** 2

/** Non-HDL cholesterol: total minus HDL cholesterol (Japan Atherosclerosis Society, guidelines 2022). */
export const nonHdl = (total: number, hdl: number): number => total - hdl

/**
 * Estimated GFR, Japanese equation for adults: 194 × Cr^−1.094 × age^−0.287, × 0.739 for women (Matsuo S. et al., Am J Kidney Dis 2009; 53: 982–992;
 * Japanese Society of Nephrology).
 */
export const egfr = (creatinine: number, age: number, sex: 'male' | 'female'): number =>
  194 * creatinine ** -1.094 * age ** -0.287 * (sex === 'female' ? 0.739 : 1)

/**
 * LDL by Friedewald: total − HDL − triglycerides / 5, in mg/dL (Friedewald W. T. et al., Clin Chem 1972; 18: 499–502). Valid only for fasting
 * triglycerides below 400.
 */
export const friedewald = (total: number, hdl: number, triglyceride: number): number => total - hdl - triglyceride / 5

type Derivation = { name: string; from: readonly string[]; calculate: (values: readonly number[], person: PersonFacts) => number | undefined }

/**
 * Categories calculated from other values of the same time. LDL requires the category of *fasting* triglycerides: results have no fasting flag, and
 * casual ones (`triglyceride_casual`) are a separate category that is not used.
 */
export const derivations: readonly Derivation[] = [
  { name: 'bmi', from: ['weight', 'height'], calculate: ([weight, height]) => bmi(weight!, height!) },
  { name: 'non_hdl_cholesterol', from: ['total_cholesterol', 'hdl_cholesterol'], calculate: ([total, hdl]) => nonHdl(total!, hdl!) },
  {
    name: 'ldl_cholesterol',
    from: ['total_cholesterol', 'hdl_cholesterol', 'triglyceride'],
    calculate: ([total, hdl, triglyceride]) => (triglyceride! < 400 ? friedewald(total!, hdl!, triglyceride!) : undefined),
  },
  {
    name: 'egfr',
    from: ['creatinine'],
    calculate: ([creatinine], { sex, age }) => (sex && age !== null && age >= 18 ? egfr(creatinine!, age, sex) : undefined),
  },
]

type Limits = { decimals: number; possible: { min: number | null; max: number | null } | null }

/** A derived value from measured values of the same time; undefined if an input is missing, the formula does not apply, or the result is not possible. */
export const derivedValue = ({ from, calculate }: Derivation, valueNamed: Values, person: PersonFacts, { decimals, possible }: Limits): number | undefined => {
  const values = from.flatMap((name) => valueNamed(name) ?? [])
  const value = values.length === from.length ? calculate(values, person) : undefined
  if (value === undefined || !Number.isFinite(value)) return undefined
  const result = rounded(value, decimals)
  return (possible?.min ?? result) <= result && result <= (possible?.max ?? result) ? result : undefined
}
