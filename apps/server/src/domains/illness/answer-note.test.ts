import { expect, test } from 'vitest'
import { withAnswer } from './answer-note.ts'

const at = { day: '2026-12-01', language: 'ja' } as const

test('adds the lines of an answer that a description lacks, with the day of the answer', () => {
  expect(withAnswer('ペニシリン', 'ペニシリン\nセフェム', at)).toBe('ペニシリン\n問診票の回答（2026.12.01）：セフェム')
  expect(withAnswer('ペニシリン\n問診票の回答（2026.12.01）：セフェム', 'セフェム', at)).toBe('ペニシリン\n問診票の回答（2026.12.01）：セフェム')
})

test('a description never exceeds the limit for what staff enter; its last line then names the questionnaire, once', () => {
  const recorded = 'あ'.repeat(1_960)
  const full = withAnswer(recorded, 'い'.repeat(1_000), at)
  expect(full).toBe(`${recorded}\n続きは問診票をご覧ください`)
  expect(withAnswer(full, 'う'.repeat(1_000), at)).toBe(full)
})
