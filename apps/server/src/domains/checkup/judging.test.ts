import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import type { Db } from '../../database/db.ts'
import { readJudging } from './judging-store.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})

const setRange = (db: Db, below: number) =>
  db.execute(sql`
    update reference_ranges set healthy = jsonb_build_object('min', ${below}::int, 'max', null)
    where category_id = (select id from result_categories where name = 'potassium')`)
const minimums = async (db: Db) => [...new Set((await readJudging(db)).byName.get('potassium')!.versions.map(({ healthy }) => healthy.min))]

test('categories and ranges are kept until one of them changes, and a change is seen at once, also by its own transaction', async () => {
  const { db } = testApp.context
  const first = await readJudging(db)
  expect(await readJudging(db)).toBe(first)

  await setRange(db, 3)
  expect(await minimums(db)).toEqual([3])
  await db.transaction(async (tx) => {
    await setRange(tx, 4)
    expect(await minimums(tx)).toEqual([4])
    // others do not see what is not committed
    expect(await minimums(db)).toEqual([3])
  })
  expect(await minimums(db)).toEqual([4])

  await db.execute(sql`update result_categories set decimals = 3 where name = 'potassium'`)
  expect((await readJudging(db)).byName.get('potassium')).toMatchObject({ decimals: 3 })
})

test('what a transaction read that was rolled back is not used for a later change', async () => {
  const { db } = testApp.context
  await setRange(db, 3)
  const rolledBack = db.transaction(async (tx) => {
    await setRange(tx, 5)
    expect(await minimums(tx)).toEqual([5])
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await minimums(db)).toEqual([3])
  await setRange(db, 6)
  expect(await minimums(db)).toEqual([6])
})
