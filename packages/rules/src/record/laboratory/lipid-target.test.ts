import { lipidRisks } from '@sukoyaka/wire/record/lipid-risk'
import { expect, test } from 'vitest'
import { lipidTarget } from './lipid-target.ts'

test('the LDL targets are those of the guideline of 2022; each non-HDL target is 30 above the LDL target', () => {
  expect(lipidRisks.map((risk) => lipidTarget('ldl_cholesterol', risk))).toEqual([160, 140, 120, 100, 100, 70])
  expect(lipidRisks.map((risk) => lipidTarget('non_hdl_cholesterol', risk))).toEqual([190, 170, 150, 130, 130, 100])
  expect(lipidTarget('hdl_cholesterol', 'high')).toBeUndefined()
})
