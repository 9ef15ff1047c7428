import { expect, test } from 'vitest'
import { newFormState, rebase, splitErrors, withChange } from './form-state.ts'

const saved = { name: 'さくら薬局', memo: '', from: '10:00', to: '11:00', ids: [1, 2] }
const opened = newFormState(saved, '2026-11-01T00:00:00Z')
const later = '2026-11-02T00:00:00Z'

test('untouched fields take the newer saved values, and the next save is based on them', () => {
  const state = rebase(withChange(opened, { memo: '駅前' }), { ...saved, name: '本町薬局' }, later, {})
  expect(state.values).toEqual({ ...saved, name: '本町薬局', memo: '駅前' })
  expect(state.known_at).toBe(later)
})

test('a field that both changed keeps the input, and the next save is based on the old version', () => {
  const state = rebase(withChange(opened, { name: '駅前薬局' }), { ...saved, name: '本町薬局' }, later, {})
  expect(state.values.name).toBe('駅前薬局')
  expect(state.known_at).toBe('2026-11-01T00:00:00Z')
})

test('after a conflict the next save is based on the newest version', () => {
  const conflict = { ...withChange(opened, { name: '駅前薬局' }), isConflict: true }
  expect(rebase(conflict, { ...saved, name: '本町薬局' }, later, {})).toMatchObject({ values: { name: '駅前薬局' }, known_at: later })
})

test('input that equals the newer saved value is no conflict', () => {
  expect(rebase(withChange(opened, { name: '本町薬局' }), { ...saved, name: '本町薬局' }, later, {}).known_at).toBe(later)
})

test('an older version changes nothing', () => {
  const state = withChange(opened, { memo: '駅前' })
  expect(rebase(state, { ...saved, name: '本町薬局' }, '2026-10-31T00:00:00Z', {})).toBe(state)
})

test('fields of a group are kept or replaced together', () => {
  const state = rebase(withChange(opened, { from: '10:30' }), { ...saved, to: '12:00' }, later, { groups: [['from', 'to']] })
  expect(state.values).toMatchObject({ from: '10:30', to: '11:00' })
  expect(state.known_at).toBe('2026-11-01T00:00:00Z')
})

test('a list is merged if both changed its entries', () => {
  const merge = { ids: (mine: number[], base: number[], other: number[]) => [...other, ...mine.filter((id) => !base.includes(id))] }
  const state = rebase(withChange(opened, { ids: [1, 2, 3] }), { ...saved, ids: [1, 2, 4] }, later, { merge })
  expect(state.values.ids).toEqual([1, 2, 4, 3])
  expect(state.known_at).toBe(later)
})

test('a changed field loses the server errors of the field and of its parts', () => {
  const state = { ...opened, rejected: { name: 'a', 'ids.0': 'b', memo: 'c' } }
  expect(withChange(state, { ids: [] }).rejected).toEqual({ name: 'a', memo: 'c' })
})

test('errors are kept by field if the form has the field; the other errors become one text', () => {
  const fields = { name: ['必須です'], pharmacy_id: ['存在しません'], 'ids[0].id': ['重複'], other: ['不明'] }
  const error = { status: 422, error: '入力を確認してください', code: 'invalid' } as const
  expect(splitErrors({ ...error, fields }, saved, { pharmacy_id: 'memo', ids: 'ids' })).toEqual({
    rejected: { name: '必須です', memo: '存在しません', ids: '重複' },
    failure: '不明',
  })
  expect(splitErrors({ ...error, fields: { name: ['必須です'] } }, saved, {}).failure).toBeUndefined()
  expect(splitErrors(error, saved, {}).failure).toBe('入力を確認してください')
})

test('an error with another code than `invalid` shows its message at the field', () => {
  const error = { status: 422, error: 'この時間は予約できません', code: 'interview_conflict', fields: { from: ['不正'] } } as const
  expect(splitErrors({ ...error, fields: { from: ['不正'] } }, saved, {}).rejected).toEqual({ from: 'この時間は予約できません' })
})
