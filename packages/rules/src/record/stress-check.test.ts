import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { invalidAnswers, type Sex, type StressAnswers, type StressDefinition, stressResult } from './stress-check.ts'

type Example = { code: string; sex: Sex; answers: StressAnswers; expected: object }
const definition: StressDefinition & { examples: Example[] } = JSON.parse(
  readFileSync(new URL('../../../../apps/server/reference-data/job_stress_check.json', import.meta.url), 'utf8'),
)

describe('the stress check', () => {
  test.each(definition.examples.map((example) => [example.code, example] as const))('%s matches the result calculated by hand', (_, example) => {
    expect(stressResult(definition, example.answers, example.sex)).toMatchObject(example.expected)
  })
  test('uses only the sum of points if the sex is unknown', () => {
    const [{ answers }] = definition.examples as [Example]
    expect(stressResult(definition, answers, null)).toMatchObject({ method: 'total_score', scale_conversion: null, is_high_stress: false })
    expect(stressResult(definition, answers, null).scales.every(({ evaluation_point }) => evaluation_point === null)).toBe(true)
  })
  test('has an evaluation point for each scale if all answers but one are equal, for men and women', () => {
    for (const sex of ['male', 'female'] as const)
      for (let value = 1; value <= 4; value++)
        for (const flipped of definition.items) {
          const answers = Object.fromEntries(definition.items.map(({ code }) => [code, code === flipped.code ? 5 - value : value]))
          for (const { evaluation_point } of stressResult(definition, answers, sex).scales) expect(evaluation_point).toBeGreaterThanOrEqual(1)
        }
  })
  test('accepts each question once, and requires all on submission', () => {
    const codes = new Set(['A1', 'A2'])
    expect(invalidAnswers(codes, [{ code: 'A1', value: 1 }], false)).toEqual({})
    expect(invalidAnswers(codes, [{ code: 'A1', value: 1 }], true)).toEqual({ 'answers.A2': 'required' })
    expect(
      invalidAnswers(
        codes,
        [
          { code: 'A1', value: 1 },
          { code: 'A1', value: 2 },
          { code: 'Z9', value: 2 },
        ],
        false,
      ),
    ).toEqual({
      'answers.A1': 'twice',
      'answers.Z9': 'not_allowed',
    })
  })
})
