import { beforeEach, expect, test } from 'vitest'
import { readScheme, setScheme, startScheme } from './color-scheme.ts'

const shown = () => document.documentElement.dataset.colorScheme
beforeEach(() => localStorage.clear())

test('the chosen scheme is stored and shown', () => {
  startScheme()
  expect(readScheme()).toBe('auto')
  setScheme('dark')
  expect(shown()).toBe('dark')
  expect(readScheme()).toBe('dark')
})

test('a setting under the former key is moved once', () => {
  localStorage.setItem('mantine-color-scheme-value', 'dark')
  startScheme()
  expect(shown()).toBe('dark')
  expect(Object.keys(localStorage)).toEqual(['sukoyaka.ui.color-scheme'])
  setScheme('light')
  startScheme()
  expect(shown()).toBe('light')
})
