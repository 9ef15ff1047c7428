import { expect, test } from 'vitest'
import { readPrecautions } from './precautions.ts'

test('parses precautions, and distinguishes invalid text from empty text', () => {
  expect(readPrecautions('{"precautions":["朝食をとらない"],"reservation_precaution":"7日前まで"}')).toEqual({
    precautions: ['朝食をとらない'],
    reservation_precaution: '7日前まで',
  })
  expect(readPrecautions('')).toEqual({ precautions: [], reservation_precaution: null })
  expect(readPrecautions('{}')).toEqual({ precautions: [], reservation_precaution: null })
  for (const text of ['{', 'null', '1', '{"precautions":"朝食"}', '{"precautions":[1]}', '{"reservation_precaution":[]}'])
    expect(readPrecautions(text)).toBeNull()
})
