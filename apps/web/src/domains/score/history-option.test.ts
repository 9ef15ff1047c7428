import { expect, test } from 'vitest'
import { labelledOf } from './history-option.ts'

test('labels every point of a short line, but only the first, last, highest and lowest of a long one', () => {
  expect([...labelledOf([70, 80, 75])]).toEqual([0, 1, 2])
  expect([...labelledOf([70, 71, 72, 40, 73, 74, 95, 75, 76, 77, 78, 79])].sort((a, b) => a - b)).toEqual([0, 3, 6, 11])
})
