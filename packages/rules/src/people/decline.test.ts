import { expect, test } from 'vitest'
import { declinesOf, lastDeclinedAt } from './decline.ts'

const decline = (declined_at: string) => ({ declined_at, declined_words: '発疹が出ました' })
const november = decline('2026-11-01T00:00:00.000Z')
const december = decline('2026-12-01T00:00:00.000Z')

test('the declines before a product was recommended again count like a current one', () => {
  const open = { declined_at: null, declined_words: '', earlier_declines: [november] }
  const declined = { ...december, earlier_declines: [november] }
  expect([declinesOf(open), declinesOf(declined)]).toEqual([[november], [november, december]])
  expect([lastDeclinedAt([]), lastDeclinedAt([open]), lastDeclinedAt([declined, open])]).toEqual([null, november.declined_at, december.declined_at])
})
