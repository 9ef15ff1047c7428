import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { addAllPhrases } from '../../test/phrases.ts'
import { show } from '../../test/show.tsx'
import { DatePicker } from './DatePicker.tsx'

beforeAll(addAllPhrases)

function Field({ min, max }: { min?: string; max?: string }) {
  const [value, setValue] = useState<string | null>(null)
  return (
    <>
      <DatePicker label="期日" value={value} onChange={setValue} min={min} max={max} />
      <output>{value}</output>
    </>
  )
}
const type = async (text: string, limits: { min?: string; max?: string } = {}) => {
  const { user, unmount } = show('nurse', <Field {...limits} />)
  await user.type(screen.getByRole('textbox', { name: /期日/ }), `${text}{Tab}`)
  const value = screen.getByRole('status').textContent
  unmount()
  return value
}

test('reads words for days, and days without a year as days of the year that fits the limits of the field', async () => {
  vi.setSystemTime('2026-11-21T00:00:00Z')
  onTestFinished(() => void vi.useRealTimers())
  const today = '2026-11-21'
  expect(await type('明日')).toBe('2026-11-22')
  expect(await type('11/20', { max: today })).toBe('2026-11-20')
  expect(await type('11/20', { min: today })).toBe('2027-11-20')
  expect(await type('いつか')).toBe('')
})

function ClearableField() {
  const [value, setValue] = useState<string | null>('2026-10-01')
  return (
    <>
      <DatePicker label="期日" value={value} onChange={setValue} />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('2026-10-02')}>
        別の日
      </button>
    </>
  )
}

test('unreadable text keeps the value; a value from outside replaces the text and its error', async () => {
  const { user, press } = show('nurse', <ClearableField />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /期日/ })
  await user.clear(field)
  await user.type(field, 'いつか{Tab}')
  expect(screen.getByRole('status').textContent).toBe('2026-10-01')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await press('別の日')
  expect(field.value).toBe('2026.10.02')
  expect([field.getAttribute('aria-invalid'), field.dataset.unreadable]).not.toContain('true')
  await user.clear(field)
  await user.tab()
  expect(screen.getByRole('status').textContent).toBe('')
})
