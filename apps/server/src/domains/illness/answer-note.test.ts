import { expect, test } from 'vitest'
import { withAnswer } from './answer-note.ts'

const at = { day: '2026-12-01', language: 'ja' } as const

test('adds the lines of an answer that a description lacks, with the day of the answer', () => {
  expect(withAnswer('ペニシリン', 'ペニシリン\nセフェム', at)).toBe('ペニシリン\n問診票の回答（2026.12.01）：セフェム')
  expect(withAnswer('ペニシリン\n問診票の回答（2026.12.01）：セフェム', 'セフェム', at)).toBe('ペニシリン\n問診票の回答（2026.12.01）：セフェム')
})

test('an answer that exceeds the limit for what staff enter is left out; a last line then names the questionnaire, once', () => {
  const recorded = 'あ'.repeat(1_960)
  const full = withAnswer(recorded, 'い'.repeat(1_000), at)
  expect(full).toBe(`${recorded}\n続きは問診票をご覧ください`)
  expect(withAnswer(full, 'う'.repeat(1_000), at)).toBe(full)
})

test('the line that names the questionnaire is added even if it does not fit, but once in any language', () => {
  const recorded = 'あ'.repeat(1_995)
  const full = withAnswer(recorded, 'い', at)
  expect(full).toBe(`${recorded}\n続きは問診票をご覧ください`)
  expect(withAnswer(full, 'Aspirin', { ...at, language: 'en' })).toBe(full)
})

test('an empty description gets no empty first line', () => {
  expect(withAnswer('', 'い'.repeat(2_000), at)).toBe('続きは問診票をご覧ください')
})
