// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { advanceTimers, changes, fakeServer, json, names, press, setUpAssessmentTests, show, typeText } from './test-render.tsx'

setUpAssessmentTests()

const search = async (text: string) => {
  typeText(screen.getByRole('combobox', { name: /病名/ }), text)
  await advanceTimers()
}

test('adds a suspicion of a disease found by search', async () => {
  fakeServer.assessments = []
  await show()
  press('評価を追加')
  await advanceTimers()
  await search('糖')
  fireEvent.click(screen.getByRole('option', { name: /2型糖尿病/ }))
  await advanceTimers()
  expect(screen.getByRole('heading', { name: '予防プラン' })).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: '疑い' }))
  typeText(screen.getByRole('textbox', { name: 'メモ' }), '再検')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '追加' }))
  await advanceTimers()
  expect(changes()).toEqual([
    { method: 'POST', path: '/api/assessments', body: { user_id: 1, disease_id: 2, kind: 'suspect', conducted_on: '2026-11-21', memo: '再検' } },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(names('高リスク')).toEqual(['2型糖尿病（疑い）'])
})

test('shows a field error and sends nothing without a disease', async () => {
  await show()
  press('評価を追加')
  await advanceTimers()
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '追加' }))
  await advanceTimers()
  const field = screen.getByRole('combobox')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field)
  expect(screen.getByText('病名を一覧から選んでください')).toBeTruthy()
  expect(changes()).toEqual([])
})

test('keeps the input after a 422 and shows the field error', async () => {
  await show()
  press('評価を追加')
  await advanceTimers()
  await search('糖')
  fireEvent.click(screen.getByRole('option', { name: /2型糖尿病/ }))
  typeText(screen.getByRole('textbox', { name: 'メモ' }), '再検')
  fakeServer.override = ({ method }) =>
    method === 'POST' ? json({ error: '入力内容をご確認ください。', code: 'invalid', fields: { disease_id: ['すでに使われています。'] } }, 422) : undefined
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '追加' }))
  await advanceTimers()
  const field = screen.getByRole('combobox') as HTMLInputElement
  expect(field.value).toBe('2型糖尿病')
  expect((screen.getByRole('textbox', { name: 'メモ' }) as HTMLTextAreaElement).value).toBe('再検')
  expect(screen.getByText('すでに使われています。')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('入力内容をご確認ください。')
})

test('creates a disease missing from the list with both names and selects it', async () => {
  await show()
  press('評価を追加')
  await advanceTimers()
  await search('アカラシア')
  fireEvent.click(screen.getByRole('option', { name: '「アカラシア」を一覧に加える' }))
  expect((screen.getByRole('textbox', { name: /日本語/ }) as HTMLInputElement).value).toBe('アカラシア')
  press('病名を加える')
  await advanceTimers()
  expect(changes()).toEqual([])
  typeText(screen.getByRole('textbox', { name: /英語/ }), 'Achalasia')
  press('病名を加える')
  await advanceTimers()
  expect(changes()).toEqual([{ method: 'POST', path: '/api/diseases', body: { name_ja: 'アカラシア', name: 'Achalasia' } }])
  expect((screen.getByRole('combobox') as HTMLInputElement).value).toBe('アカラシア')
})

test('debounces the search to one request', async () => {
  await show()
  press('評価を追加')
  await advanceTimers()
  const field = screen.getByRole('combobox')
  for (const text of ['と', 'とう', 'とうに', 'とうにょう']) {
    typeText(field, text)
    await advanceTimers(100)
  }
  await advanceTimers()
  expect(fakeServer.requests.filter(({ path }) => path === '/api/diseases')).toHaveLength(1)
})
