import type { StressSection, StressSums, stressDomains, stressMethods } from '@sukoyaka/wire/record/stress-check'

export type Sex = 'male' | 'female'
export type StressAnswers = Readonly<Record<string, number>>

type Comparison = { sum: ('A' | 'B' | 'C')[]; op: 'gte' | 'lte'; value: number }
type Level = { min: number; max: number; evaluation_point: number }
export type StressScaleDefinition = {
  code: string
  domain: (typeof stressDomains)[number]
  /** The raw score is a constant, plus some answers, minus others. Answers are from 1 to 4. */
  raw: { constant: number; plus: string[]; minus: string[] }
  male: Level[]
  female: Level[]
}
export type StressDefinition = {
  items: { code: string; section: StressSection; reverse_in_total_score: boolean }[]
  scales: StressScaleDefinition[]
  methods: { code: (typeof stressMethods)[number]; high_stress_any_of: { all_of: Comparison[] }[] }[]
}

export type StressResult = {
  is_high_stress: boolean
  method: (typeof stressMethods)[number]
  total_score: StressSums
  scale_conversion: StressSums | null
  scales: { code: string; raw: number; evaluation_point: number | null }[]
}

type Sums = Omit<StressSums, 'high_stress'>
const sectionOf = { job_stressors: 'A', stress_reactions: 'B', support: 'C', satisfaction: undefined } as const

const evaluateSums = (definition: StressDefinition, method: (typeof stressMethods)[number], sums: Sums): StressSums => {
  const rule = definition.methods.find(({ code }) => code === method)!
  const isMet = ({ sum, op, value }: Comparison) => {
    const total = sum.reduce((subtotal, key) => subtotal + sums[key], 0)
    return op === 'gte' ? total >= value : total <= value
  }
  return { ...sums, high_stress: rule.high_stress_any_of.some(({ all_of }) => all_of.every(isMet)) }
}

/**
 * Evaluates the brief job stress questionnaire (57 items) from all answers, each from 1 to 4. Source: 厚生労働省「ストレスチェック制度実施マニュアル」 and
 * 「数値基準に基づいて『高ストレス者』を選定する方法」 (2015). The manual recommends the conversion of raw scores, so the conversion
 * decides if the sex is known (its table differs by sex); otherwise the sum of points decides.
 */
export const stressResult = (definition: StressDefinition, answers: StressAnswers, sex: Sex | null): StressResult => {
  const points: Sums = { A: 0, B: 0, C: 0 }
  for (const { code, section, reverse_in_total_score } of definition.items)
    if (section !== 'D') points[section] += reverse_in_total_score ? 5 - answers[code]! : answers[code]!
  const converted: Sums = { A: 0, B: 0, C: 0 }
  const total = (codes: string[]) => codes.reduce((subtotal, code) => subtotal + answers[code]!, 0)
  const scales = definition.scales.map((scale) => {
    const raw = scale.raw.constant + total(scale.raw.plus) - total(scale.raw.minus)
    const evaluation_point = sex === null ? null : scale[sex].find(({ min, max }) => min <= raw && raw <= max)!.evaluation_point
    const section = sectionOf[scale.domain]
    if (section && evaluation_point !== null) converted[section] += evaluation_point
    return { code: scale.code, raw, evaluation_point }
  })
  const total_score = evaluateSums(definition, 'total_score', points)
  const scale_conversion = sex === null ? null : evaluateSums(definition, 'scale_conversion', converted)
  return {
    is_high_stress: (scale_conversion ?? total_score).high_stress,
    method: scale_conversion ? 'scale_conversion' : 'total_score',
    total_score,
    scale_conversion,
    scales,
  }
}

/** Invalid answers by path, such as `answers.A1`; with `requiresAll`, also the unanswered questions. */
export const invalidAnswers = (
  codes: ReadonlySet<string>,
  answers: readonly { code: string; value: number }[],
  requiresAll: boolean,
): Record<string, 'not_allowed' | 'twice' | 'required'> => {
  const problems: Record<string, 'not_allowed' | 'twice' | 'required'> = {}
  const seen = new Set<string>()
  for (const { code } of answers) {
    if (!codes.has(code)) problems[`answers.${code}`] = 'not_allowed'
    else if (seen.has(code)) problems[`answers.${code}`] = 'twice'
    seen.add(code)
  }
  if (requiresAll) for (const code of codes) if (!seen.has(code)) problems[`answers.${code}`] = 'required'
  return problems
}
