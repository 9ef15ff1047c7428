// @vitest-environment happy-dom
import { common } from '@sukoyaka/phrases/common'
import { ui } from '@sukoyaka/phrases/ui'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { TextArea } from './TextArea.tsx'

beforeAll(async () => {
  const resources = { ja: { common: common.ja, ui: ui.ja } }
  await i18next.use(initReactI18next).init({ lng: 'ja', resources, defaultNS: 'common', keySeparator: false, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

function Field() {
  const [value, setValue] = useState('')
  return <TextArea label="内容" value={value} onChange={setValue} maxLength={10} required />
}
const type = (text: string) => {
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '内容' })
  fireEvent.change(field, { target: { value: text } })
  return field
}
const descriptionOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join()

test('announces the remaining characters only close to the limit', () => {
  render(<Field />)
  expect(descriptionOf(type('1234567'))).toBe('')
  expect(descriptionOf(type('12345678'))).toBe('あと2文字')
  expect(descriptionOf(type('𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷'))).toBe('あと0文字')
})

test('keeps text pasted beyond the limit and shows how many characters are too many', () => {
  render(<Field />)
  const field = type('123456789012')
  expect(field.value).toBe('123456789012')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(field)).toBe('10文字以内で入力してください（2文字超過）')
  expect(type('1234567890').getAttribute('aria-invalid')).toBeNull()
})
