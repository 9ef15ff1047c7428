import { type Assessment, addAssessment, addDisease, getDisease, listAssessments, listDiseases } from '@sukoyaka/wire/care/assessment'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { disease } from '../../test/data/disease.ts'
import { stopTimers } from '../../test/fake-timers.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { debounceMs } from '../../ui/page/use-debounced.ts'
import { AssessmentsCard } from './AssessmentsCard.tsx'
import { assessment, diabetes, diseases } from './test-data.ts'

setUpNetwork()

let stored: Assessment[]
beforeEach(() => {
  stored = []
  network.use(
    reply(listAssessments, () => ({ items: stored })),
    reply(listDiseases, { items: diseases }),
    reply(getDisease, diabetes),
    reply(addAssessment, ({ disease_id, kind, memo = '' }) => {
      stored = [assessment(90, disease_id, kind, { memo })]
      return stored[0]!
    }),
  )
})

const openDialog = async () => {
  const { user, press } = show('doctor', <AssessmentsCard user_id={1} facts={{ birthday: null, sex: null, family_disease_ids: new Set(), measured: [] }} />)
  await screen.findByText('評価はまだありません')
  await press('評価を追加')
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByRole<HTMLInputElement>('combobox', { name: /病名/ })
  const choose = async (text: string, option: string | RegExp) => {
    await user.type(field, text)
    await user.click(await screen.findByRole('option', { name: option }))
  }
  return { user, dialog, field, choose, submit: () => user.click(dialog.getByRole('button', { name: '追加' })) }
}

test('adds a suspicion of a disease found by search', async () => {
  const { user, dialog, choose, submit } = await openDialog()
  await choose('糖', /2型糖尿病/)
  await dialog.findByRole('heading', { name: '予防プラン' })
  await user.click(dialog.getByRole('radio', { name: '疑い' }))
  await user.type(dialog.getByRole('textbox', { name: 'メモ' }), '再検')
  await submit()
  const risks = within(await screen.findByRole('region', { name: '高リスク' }))
  await risks.findByRole('button', { name: /^2型糖尿病.?（疑い）$/ })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(addAssessment)).toEqual([{ user_id: 1, disease_id: 2, kind: 'suspect', conducted_on: '2026-11-21', memo: '再検' }])
})

test('shows a field error and sends nothing without a disease', async () => {
  const { dialog, field, submit } = await openDialog()
  await submit()
  await dialog.findByText('病名を一覧から選んでください')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field)
  expect(sent(addAssessment)).toEqual([])
})

test('keeps the input after a 422 and shows the field error', async () => {
  const { user, dialog, field, choose, submit } = await openDialog()
  await choose('糖', /2型糖尿病/)
  await user.type(dialog.getByRole('textbox', { name: 'メモ' }), '再検')
  network.use(reply(addAssessment, () => failure(422, 'invalid', '入力内容をご確認ください。', { disease_id: ['すでに使われています。'] })))
  await submit()
  await dialog.findByText('すでに使われています。')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.value).toBe('2型糖尿病')
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'メモ' }).value).toBe('再検')
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('creates a disease that the list lacks, with both names, and selects it', async () => {
  network.use(reply(addDisease, ({ name_ja }) => disease(4, name_ja)))
  const { user, dialog, choose } = await openDialog()
  await choose('アカラシア', '「アカラシア」を一覧に加える')
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /日本語/ }).value).toBe('アカラシア')
  await user.click(dialog.getByRole('button', { name: '病名を加える' }))
  const english = dialog.getByRole('textbox', { name: /英語/ })
  await waitFor(() => expect(english.getAttribute('aria-invalid')).toBe('true'))
  expect(sent(addDisease)).toEqual([])
  await user.type(english, 'Achalasia')
  await user.click(dialog.getByRole('button', { name: '病名を加える' }))
  expect((await dialog.findByRole<HTMLInputElement>('combobox')).value).toBe('アカラシア')
  expect(sent(addDisease)).toEqual([{ name_ja: 'アカラシア', name: 'Achalasia' }])
})

test('debounces the search to one request', async () => {
  const { user, field } = await openDialog()
  const { advance } = stopTimers()
  for (const character of 'とうにょう') {
    await user.type(field, character)
    await advance(debounceMs - 1)
  }
  expect(field.value).toBe('とうにょう')
  await advance(1)
  vi.useRealTimers()
  await waitFor(() => expect(sent(listDiseases)).toHaveLength(1))
  expect(sent(listDiseases)).toMatchObject([{ q: { name_cont: 'とうにょう' } }])
})
