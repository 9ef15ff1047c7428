import { expect, test } from 'vitest'
import { foldHeader, foldUnit, looksLikeUnit, splitUnit } from './import-header.ts'

test.each([
  ['ＬＤＬ－Ｃ', 'LDL-C'],
  ['LDLｺﾚｽﾃﾛｰﾙ', 'LDLコレステロール'],
  ['γ－ＧＴＰ', 'γ-GTP'],
  ['ＨｂＡ１ｃ（ＮＧＳＰ）', 'HbA1c(NGSP)'],
  ['家庭血圧（収縮期）', '家庭血圧(収縮期)'],
  ['フリガナ', 'ふりがな'],
  ['血圧【最高】', '血圧(最高)'],
  ['Ｔ－Ｃｈｏ', 'T-CHO'],
])('treats %j and %j as the same header', (a, b) => {
  expect(foldHeader(a)).toBe(foldHeader(b))
})
test('keeps headers with different meanings apart', () => {
  const headers = ['LDL-C', 'HDL-C', '視力(右)', '視力(左)', 'ALT', 'AST', 'HbA1c(JDS)', 'HbA1c(NGSP)', '尿蛋白', '総蛋白', '前回LDL-C']
  expect(new Set(headers.map(foldHeader)).size).toBe(headers.length)
})

test.each([
  ['mg/dl', 'mg/dL'],
  ['ｍｇ／ｄＬ', 'mg/dL'],
  ['万/μl', '10*4/uL'],
  ['×10⁴/µL', '10*4/uL'],
  ['10^3/uL', '10*3/uL'],
  ['/mm3', '/uL'],
  ['個/μL', '/uL'],
  ['回/分', '/min'],
  ['kg/㎡', 'kg/m2'],
  ['μＩＵ／ｍＬ', 'u[IU]/mL'],
  ['ｍｍＨｇ', 'mm[Hg]'],
  ['℃', 'Cel'],
])('recognises %j as the unit %j', (a, b) => {
  expect(foldUnit(a)).toBe(foldUnit(b))
})
test('keeps units that differ by a factor apart', () => {
  const units = ['mg/dL', 'g/dL', 'mg/L', 'mmol/L', '/uL', '10*3/uL', '10*4/uL', 'ng/mL', 'ug/dL', 'ng/dL', '%', 'cm', 'mm', 'm']
  expect(new Set(units.map(foldUnit)).size).toBe(units.length)
})

test.each([
  ['体重(kg)', '体重', 'kg'],
  ['LDL-C [mg/dl]', 'LDL-C', 'mg/dl'],
  ['身長 cm', '身長', 'cm'],
  ['白血球数（×10³/μL）', '白血球数', '×103/μL'],
  ['AST(GOT)(U/L)', 'AST(GOT)', 'U/L'],
  ['HbA1c(NGSP)', 'HbA1c(NGSP)', ''],
  ['視力（右）', '視力(右)', ''],
  ['氏名', '氏名', ''],
])('splits %j into the name %j and the unit %j', (header, name, unit) => {
  expect(splitUnit(header)).toEqual({ name, unit })
})

test('does not take dates and words for units', () => {
  for (const text of ['2026/11/21', '男', 'A', '異常なし', '12', '']) expect(looksLikeUnit(text)).toBe(false)
})
