import { expect, test } from 'vitest'
import { fillPlaceholders, unknownPlaceholders } from './canned-reply.ts'

const recipient = { last_name: '佐伯', first_name: '恵子', main_doctor: '中村 健一' }

test('fills every placeholder, in half-width and full-width braces', () => {
  const { text, unknown, missing } = fillPlaceholders('{姓} {名}様\n｛ 担当医 ｝より、{姓}様へ', recipient)
  expect(text).toBe('佐伯 恵子様\n中村 健一より、佐伯様へ')
  expect([unknown, missing]).toEqual([[], []])
})

test('reports unknown placeholders and leaves them unchanged, even if they are names of JavaScript built-ins', () => {
  expect(fillPlaceholders('{姓名}様 {constructor} {__proto__} {姓名}', recipient)).toEqual({
    text: '{姓名}様 {constructor} {__proto__} {姓名}',
    unknown: ['{姓名}', '{constructor}', '{__proto__}'],
    missing: [],
  })
  expect(unknownPlaceholders('{姓}{氏名}')).toEqual(['{氏名}'])
})

test('reports a missing main doctor and leaves the placeholder unchanged', () => {
  expect(fillPlaceholders('{担当医}より', { ...recipient, main_doctor: null })).toEqual({ text: '{担当医}より', unknown: [], missing: ['担当医'] })
})

test('does not fill placeholders inside a filled name', () => {
  const oddName = { last_name: '{名}', first_name: '$&', main_doctor: null }
  expect(fillPlaceholders('{姓}/{名}', oddName).text).toBe('{名}/$&')
})

test('ignores braces that are empty, too long or span lines', () => {
  const text = `{} {${'あ'.repeat(31)}} {姓\n}`
  expect(fillPlaceholders(text, recipient)).toEqual({ text, unknown: [], missing: [] })
})
