import type { ImportCandidate } from '@sukoyaka/wire/boards/import-row'
import type { ImportField, ImportMapping } from '@sukoyaka/wire/boards/results-import'
import { expect, test } from 'vitest'
import { agreementOf, birthdayParts, likenessesOf, writtenPersonOf } from './candidates.ts'

const fields: ImportField[] = ['last_name', 'first_name', 'kana', 'birthday', 'sex']
const mapping = fields.map((field, at) => ({ at, field }) as ImportMapping)
const keiko: ImportCandidate = {
  id: 1,
  last_name: '高橋',
  first_name: '恵子',
  last_name_kana: 'タカハシ',
  first_name_kana: 'ケイコ',
  birthday: '1968-03-14',
  sex: 'female',
  last_checkup: null,
}
const compare = (...cells: string[]) => likenessesOf(writtenPersonOf(mapping, cells), keiko)

test('distinguishes another spelling of a name from a different name', () => {
  expect(compare('高橋', '恵子', 'ﾀｶﾊｼ ｹｲｺ', 'S43.3.14', '女')).toEqual({ name: 'same', kana: 'same', birthday: 'same', sex: 'same' })
  expect(compare('髙橋', '惠子', 'たかはし けいこ', '1968/3/4', '男')).toEqual({ name: 'spelling', kana: 'same', birthday: 'differs', sex: 'differs' })
})

test('a field that is empty in the file neither agrees nor differs; an unreadable one differs', () => {
  const likenesses = compare('高橋', '桂子', '', 'S43.13.14', '')
  expect(likenesses).toEqual({ name: 'differs', kana: 'blank', birthday: 'differs', sex: 'blank' })
  expect(agreementOf(likenesses)).toEqual({ agreeing: 0, of: 2 })
  expect(compare('高橋', '桂子', '', '-', '').birthday).toBe('blank')
})

test('marks the parts of a birthday that differ', () => {
  const differing = (written: string | null) => birthdayParts(written, '1968-03-14').flatMap(({ text, differs }) => (differs ? [text] : []))
  expect(differing('1968-03-04')).toEqual(['14'])
  expect(differing('1986-03-14')).toEqual(['1968'])
  expect(differing(null)).toEqual([])
})
