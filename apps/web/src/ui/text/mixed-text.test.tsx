import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MixedText } from './MixedText.tsx'

const page = vi.hoisted(() => ({ language: 'en' }))
vi.mock('../date/tokyo.ts', () => ({ useLanguage: () => page.language }))

const marked = (text: string) => [...render(<MixedText text={text} />).container.querySelectorAll('[lang=ja]')].map((part) => part.textContent)

test('marks Japanese names in sentences of other languages', () => {
  expect(marked('We are arranging a date: 3か月フォロー検査')).toEqual(['か月フォロー検査'])
  expect(marked('Interview with Dr. 中村 健一')).toEqual(['中村 健一'])
  expect(marked('みなとさくらクリニック 4F, 人間ドック（精密）')).toEqual(['みなとさくらクリニック', '人間ドック（精密'])
  expect(marked('No Japanese')).toEqual([])
})

test('marks nothing on a Japanese page', () => {
  page.language = 'ja'
  expect(marked('中村 健一 医師との面談')).toEqual([])
})
