import { expect, test } from 'vitest'
import { category } from '../../../test/data/checkup.ts'
import { readPasted } from './paste.ts'

const categories = [
  category(1, 'ldl_cholesterol', 'LDLコレステロール'),
  category(2, 'white_blood_cell', '白血球数', { unit: '/uL', unit_display: '/μL', conversions: [] }),
  category(3, 'urine_protein', '尿蛋白(定性)', { unit: '', unit_display: '', value_labels: ['(−)', '(±)', '(1+)'], conversions: [] }),
  category(4, 'visual_acuity_right', '裸眼視力(右)', { unit: '', unit_display: '', conversions: [] }),
  category(5, 'intraocular_pressure_right', '眼圧(右)', { unit: 'mm[Hg]', unit_display: 'mmHg', conversions: [] }),
  category(6, 'ca_19_9', 'CA19-9', { unit: 'U/mL', unit_display: 'U/mL', conversions: [] }),
]
const read = (text: string) => readPasted(text, categories).map(({ category, text, unit, problem }) => [category?.id, text, unit, problem])

test('reads copied rows of item and value by full names, names without brackets and abbreviations', () => {
  expect(read('LDLコレステロール\t128\n白血球数\t5,600\tμL\nＷＢＣ\t5600\t/μL\n尿蛋白\t（１＋）\n裸眼視力（右）  0.8')).toEqual([
    [1, '128', '', undefined],
    [2, '5,600', '', 'unknown_unit'],
    [2, '5600', '', undefined],
    [3, '（１＋）', '', undefined],
    [4, '0.8', '', undefined],
  ])
})

test('accepts another unit of the item, and reports the problem of each rejected line', () => {
  expect(read('LDLコレステロール\t3.2\tmmol/L\nLDLコレステロール\t130\n右\t14\n体調\t良い\n尿蛋白(定性)\t1\n検査項目\t\n\t128\n \t\n')).toEqual([
    [1, '3.2', 'mmol/L', undefined],
    [1, '130', '', 'twice'],
    [undefined, '14', '', 'unknown_item'],
    [undefined, '良い', '', 'unknown_item'],
    [3, '1', '', 'unreadable'],
    [undefined, '', '', 'no_value'],
    [undefined, '128', '', 'unknown_item'],
  ])
})

test('a comma separates columns, unless it groups the digits of a number', () => {
  const lines = [
    'LDLコレステロール,142',
    'CA19-9,142,U/mL',
    '白血球数,5,600,/μL',
    '眼圧（右），１４',
    '尿蛋白',
    '血小板数,142,600',
    'CA19-9、1,142',
    'LDLコレステロール,142,mg/dL',
  ]
  expect(read(lines.join('\n'))).toEqual([
    [1, '142', '', undefined],
    [6, '142', '', undefined],
    [2, '5,600', '', undefined],
    [5, '１４', '', undefined],
    [3, '', '', 'no_value'],
    [undefined, '142,600', '', 'unknown_item'],
    [6, '1,142', '', 'twice'],
    [1, '142', '', 'twice'],
  ])
})
