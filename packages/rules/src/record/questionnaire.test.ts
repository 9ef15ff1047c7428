import { describe, expect, test } from 'vitest'
import { problemsOf, type Question, type Questions } from './questionnaire.ts'

const question = (name: string, more: Partial<Question> = {}): [string, Question] => [name, { name, value_type: 'boolean', ...more }]
const questions: Questions = {
  symptoms: new Map([
    question('headache'),
    question('menstrual_pain', { applicable_sex: 'female' }),
    question('skin_type', { value_type: 'other', options: [1, 2, 3, 4, 5, 6].map((value) => ({ value })) }),
  ]),
  lifestyles: new Map([
    question('alcohol', { value_type: 'scale', options: [0, 1, 2, 3].map((value) => ({ value })) }),
    question('sleep_time', { value_type: 'number', range: { min: 0, max: 24, step: 0.5 } }),
    question('distance', { value_type: 'number', line_chart: true, range: { min: 0, max: 100, step: 0.1 } }),
  ]),
}
const problemIn = (part: 'symptoms' | 'lifestyles', name: string, value: unknown, sex: 'male' | 'female' | null = 'female') =>
  problemsOf({ [part]: [{ name, value }] }, questions, sex)[`${part}.${name}`]

describe('an answer', () => {
  test.each([
    ['symptoms', 'headache', 1, undefined],
    ['symptoms', 'headache', 2, 'too_large'],
    ['symptoms', 'headache', -1, 'too_small'],
    ['symptoms', 'headache', 0.5, 'format'],
    ['symptoms', 'headache', true, 'format'],
    ['symptoms', 'headache', 'yes', 'format'],
    ['symptoms', 'headache', null, undefined],
    ['symptoms', 'hedache', 1, 'not_allowed'],
    ['symptoms', 'hedache', null, 'not_allowed'],
    ['symptoms', 'skin_type', 6, undefined],
    ['symptoms', 'skin_type', 0, 'too_small'],
    ['symptoms', '__proto__', 1, 'not_allowed'],
    ['lifestyles', 'alcohol', 3, undefined],
    ['lifestyles', 'alcohol', 4, 'too_large'],
    ['lifestyles', 'sleep_time', 6.5, undefined],
    ['lifestyles', 'sleep_time', 5.9, undefined],
    ['lifestyles', 'sleep_time', 6.33, 'format'],
    ['lifestyles', 'sleep_time', 24.5, 'too_large'],
    ['lifestyles', 'distance', 3, 'not_allowed'],
  ] as const)('%s.%s with %o is %o', (part, name, value, problem) => expect(problemIn(part, name, value)).toBe(problem))
  test('to a question for women is rejected for men and accepted if the sex is unknown', () => {
    expect(problemIn('symptoms', 'menstrual_pain', 0, 'male')).toBe('not_allowed')
    expect(problemIn('symptoms', 'menstrual_pain', 0, null)).toBeUndefined()
  })
  test('is accepted only once, and an allergy only of a known kind', () => {
    const twice = [
      { name: 'headache', value: 0 },
      { name: 'headache', value: 1 },
    ]
    expect(problemsOf({ symptoms: twice }, questions, null)).toEqual({ 'symptoms.headache': 'twice' })
    expect(problemsOf({ allergy_reactions: [{ kind: 'cats', is_occured: true }] }, questions, null)).toEqual({ 'allergy_reactions.cats': 'not_allowed' })
  })
})
