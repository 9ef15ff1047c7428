import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { TextArea } from './TextArea.tsx'

setUpNetwork()

function Field() {
  const [value, setValue] = useState('')
  return <TextArea label="内容" value={value} onChange={setValue} maxLength={10} required />
}
const showField = () => {
  const { user } = show('nurse', <Field />)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '内容' })
  /** Replaces the text by pasting. */
  const paste = async (text: string) => {
    await user.clear(field)
    await user.paste(text)
  }
  return { user, field, paste }
}
const descriptionOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join()

test('announces the remaining characters only close to the limit', async () => {
  const { user, field, paste } = showField()
  await user.type(field, '1234567')
  expect(descriptionOf(field)).toBe('')
  await user.type(field, '8')
  expect(descriptionOf(field)).toBe('あと2文字')
  await paste('𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷')
  expect(descriptionOf(field)).toBe('あと0文字')
})

test('keeps text pasted beyond the limit and shows how many characters are too many', async () => {
  const { field, paste } = showField()
  await paste('123456789012')
  expect(field.value).toBe('123456789012')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(field)).toBe('10文字以内で入力してください（2文字超過）')
  await paste('1234567890')
  expect(field.value).toBe('1234567890')
  expect(field.getAttribute('aria-invalid')).toBeNull()
})
