import { lipidRisks } from '@sukoyaka/wire/record/lipid-risk'
import { expect, test } from 'vitest'
import { lipidTarget } from './lipid-target.ts'

test('targets are those of the guideline of 2022, non-HDL cholesterol 30 above LDL cholesterol', () => {
  expect(lipidRisks.map((risk) => lipidTarget('ldl_cholesterol', risk))).toEqual([160, 140, 120, 100, 100, 70])
  expect(lipidRisks.map((risk) => lipidTarget('non_hdl_cholesterol', risk))).toEqual([190, 170, 150, 130, 130, 100])
  expect(lipidTarget('hdl_cholesterol', 'high')).toBeUndefined()
})
