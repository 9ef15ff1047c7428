import { expect, test } from 'vitest'
import { foldName, readDayCell, readGradeCell, readNumberCell, readSexCell } from './import-cell.ts'

const cell = (value: number, unit = '', comparator: string | null = null) => ({ value, comparator, unit })

test.each([
  ['162', cell(162)],
  [' １６２．５ ', cell(162.5)],
  ['1,234', cell(1234)],
  ['１２，３４５．６', cell(12_345.6)],
  ['162H', cell(162)],
  ['162 H', cell(162)],
  ['L 12.1', cell(12.1)],
  ['*162', cell(162)],
  ['162*', cell(162)],
  ['9.8↑', cell(9.8)],
  ['<0.1', cell(0.1, '', '<')],
  ['＜０．１', cell(0.1, '', '<')],
  ['≦5', cell(5, '', '<=')],
  ['0.1未満', cell(0.1, '', '<')],
  ['0.05 mg/dL未満', cell(0.05, 'mg/dL', '<')],
  ['1000以上', cell(1000, '', '>=')],
  ['>1,000', cell(1000, '', '>')],
  ['−1.5', cell(-1.5)],
  ['+2', cell(2)],
  ['.5', cell(0.5)],
  ['0', cell(0)],
  ['162 mg/dL', cell(162, 'mg/dL')],
  ['5.5％', cell(5.5, '%')],
  ['8.2mmol/L', cell(8.2, 'mmol/L')],
])('parses %j as a number', (text, value) => {
  expect(readNumberCell(text)).toEqual(value)
})

test.each(['', '　', '-', '－', 'ー', '---', '*', '未実施', '測定不能', '検査せず', 'N/A'])('reads %j as not measured', (text) => {
  expect(readNumberCell(text)).toBe('none')
})

test.each(['12O', '1,23', '12..5', '1.2.3', '120/80', '高い', '12 13', '6120円1234', '=1+1', '1e5', '0x10'])(
  'does not read %j as a number without a unit',
  (text) => {
    const read = readNumberCell(text)
    // a word after the number is returned as its unit; validation rejects it later
    if (typeof read === 'object') expect(read.unit).not.toBe('')
    else expect(read).toBe('unreadable')
  },
)

const labels = ['(−)', '(±)', '(1+)', '(2+)', '(3+)', '(4+)']
test.each([
  ['(-)', 0],
  ['－', 0],
  ['（－）', 0],
  ['陰性', 0],
  ['±', 1],
  ['(±)', 1],
  ['+-', 1],
  ['＋', 2],
  ['(1+)', 2],
  ['1＋', 2],
  ['++', 3],
  ['(2+)', 3],
  ['(＋＋＋)', 4],
  ['3+', 4],
  ['4+', 5],
])('maps the dipstick result %j to step %i', (text, value) => {
  expect(readGradeCell(text, labels)).toEqual(cell(value))
})
test.each(['1', '5', '+++++', '要再検'])('rejects the dipstick result %j', (text) => {
  expect(readGradeCell(text, labels)).toBe('unreadable')
})
test('reads an empty or skipped dipstick result as not measured', () => {
  for (const text of ['', '未実施']) expect(readGradeCell(text, labels)).toBe('none')
})

test.each([
  ['1968-03-14', '1968-03-14'],
  ['1968/3/14', '1968-03-14'],
  ['1968.3.14', '1968-03-14'],
  ['1968年3月14日', '1968-03-14'],
  ['１９６８年０３月１４日', '1968-03-14'],
  ['19680314', '1968-03-14'],
  ['S43.3.14', '1968-03-14'],
  ['Ｓ４３．３．１４', '1968-03-14'],
  ['昭和43年3月14日', '1968-03-14'],
  ['昭43.3.14', '1968-03-14'],
  ['S430314', '1968-03-14'],
  ['3430314', '1968-03-14'],
  ['S64.1.7', '1989-01-07'],
  ['H1.1.8', '1989-01-08'],
  ['平成元年1月8日', '1989-01-08'],
  ['令和元年5月1日', '2019-05-01'],
  ['R8/11/21', '2026-11-21'],
  ['T15.12.25', '1926-12-25'],
  ['2026-11-21 09:30:00', '2026-11-21'],
  ['2026/11/21(土)', '2026-11-21'],
  ['2000-02-29', '2000-02-29'],
])('parses %j as the day %s', (text, day) => {
  expect(readDayCell(text)).toBe(day)
})
test.each(['S43.13.14', '2026/02/30', '1900-02-29', 'S65.1.1', 'H1.1.7', 'R0.5.1', '68/3/14', '3/14', '昨日', '45000', 'X43.3.14'])(
  'rejects %j as a day',
  (text) => {
    expect(readDayCell(text)).toBeUndefined()
  },
)
test('returns null for an empty day', () => {
  for (const text of ['', '　', '-']) expect(readDayCell(text)).toBeNull()
})

test('reads the sex from letters, words and codes', () => {
  expect(['男', '女性', 'Ｍ', 'female', '1', '２', '', '不明'].map(readSexCell)).toEqual([
    'male',
    'female',
    'male',
    'female',
    'male',
    'female',
    null,
    undefined,
  ])
})

test('folds names in half-width kana, hiragana and variant kanji to the same text', () => {
  expect(foldName('ｻｴｷ ｹｲｺ')).toBe(foldName('サエキ　ケイコ'))
  expect(foldName('さえき けいこ')).toBe(foldName('サエキケイコ'))
  expect(foldName('髙橋　誠')).toBe(foldName('高橋 誠'))
  expect(foldName('ｳﾞｨﾄﾝ ﾊﾟｳﾛ')).toBe(foldName('ヴィトン・パウロ'))
})
