// @vitest-environment happy-dom
import { namespaces } from '@sukoyaka/phrases/all'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Combobox } from './Combobox.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'ja', resources: { ja: { common: namespaces.common.ja } }, defaultNS: 'common', keySeparator: false })
})
const picked = vi.fn()
beforeEach(() => vi.clearAllMocks())
afterEach(cleanup)

const all = ['高血圧症', '脂質異常症', '2型糖尿病']
function Search() {
  const [text, setText] = useState('')
  const found = all.filter((name) => text !== '' && name.includes(text))
  return (
    <Combobox
      label="病名"
      text={text}
      onText={setText}
      options={found.map((name) => ({ key: name, value: name, content: name }))}
      onPick={(name) => {
        setText(name)
        picked(name)
      }}
      status={`${found.length}件`}
    />
  )
}
const start = () => {
  render(<Search />)
  return screen.getByRole('combobox') as HTMLInputElement
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const press = (field: HTMLElement, key: string, more: object = {}) => fireEvent.keyDown(field, { key, ...more })
const activeOf = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent

test('typing shows options, arrow keys select and Enter picks', () => {
  const field = start()
  expect(field.getAttribute('aria-expanded')).toBe('false')
  type(field, '症')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['高血圧症', '脂質異常症'])
  expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
  expect(screen.getByRole('status').textContent).toBe('2件')
  press(field, 'ArrowDown')
  expect(activeOf(field)).toBe('高血圧症')
  press(field, 'ArrowDown')
  press(field, 'ArrowDown')
  expect(activeOf(field)).toBe('高血圧症')
  press(field, 'ArrowUp')
  expect(activeOf(field)).toBe('脂質異常症')
  press(field, 'Enter')
  expect(picked).toHaveBeenCalledExactlyOnceWith('脂質異常症')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(field.value).toBe('脂質異常症')
})

test('Enter picks nothing before an arrow key has selected an option', () => {
  const field = start()
  type(field, '症')
  expect(press(field, 'Enter')).toBe(false)
  expect(picked).not.toHaveBeenCalled()
})

test('IME composition does not search, and its confirming Enter picks nothing', () => {
  const field = start()
  fireEvent.compositionStart(field)
  type(field, '症')
  expect(screen.queryByRole('listbox')).toBeNull()
  press(field, 'ArrowDown', { isComposing: true })
  press(field, 'Enter', { isComposing: true })
  expect(picked).not.toHaveBeenCalled()
  fireEvent.compositionEnd(field)
  expect(screen.getAllByRole('option')).toHaveLength(2)
})

test('Escape closes the list only', () => {
  const onOuterKeyDown = vi.fn()
  document.body.addEventListener('keydown', onOuterKeyDown)
  const field = start()
  type(field, '糖')
  press(field, 'Escape')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(onOuterKeyDown).not.toHaveBeenCalled()
  expect(field.value).toBe('糖')
  document.body.removeEventListener('keydown', onOuterKeyDown)
})

test('a click on an option picks it and keeps focus in the field', () => {
  const field = start()
  field.focus()
  type(field, '糖')
  expect(fireEvent.mouseDown(screen.getByRole('option'))).toBe(false)
  fireEvent.click(screen.getByRole('option'))
  expect(picked).toHaveBeenCalledExactlyOnceWith('2型糖尿病')
  expect(document.activeElement).toBe(field)
})

test('a click on an option during a composition picks it; the text of the composition does not replace it', () => {
  const field = start()
  field.focus()
  type(field, '糖')
  fireEvent.compositionStart(field)
  type(field, '糖にょう')
  // browsers end the composition when the field loses focus
  field.addEventListener('blur', () => fireEvent.compositionEnd(field), { once: true })
  fireEvent.click(screen.getByRole('option'))
  expect(picked).toHaveBeenCalledExactlyOnceWith('2型糖尿病')
  expect(field.value).toBe('2型糖尿病')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(field)
})
