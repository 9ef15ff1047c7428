import { and, eq, or, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../test/test-app.ts'
import { openDatabase } from '../database/db.ts'
import { habit_goal_days, habit_goals } from '../domains/habit/tables.ts'
import { requirePatient } from '../domains/patient/require-store.ts'
import { openScope } from './open-scope.ts'
import { patientQuery } from './patient-query.ts'
import { systemScope } from './system-scope.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member
let goal_id: number
const open = (member: Member, db = testApp.context.db) => openScope(db, member, 'patient.read')
const alwaysTrue = sql`true or true`

beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako, taro } = testApp)
  ;({ doctor } = testApp.staff)
  const [row] = await open(doctor).insert(habit_goals).values({ user_id: hanako.id, content: '歩く', kind: 'sport' }).returning()
  goal_id = row!.id
  await open(doctor).insert(habit_goal_days).values({ habit_goal_id: goal_id, day: '2026-11-20', done: true })
})

describe('reads', () => {
  test('return the rows of the scope and record the patients whose rows they are', async () => {
    const scope = open(doctor)
    expect(await scope.db.select().from(scope.rows(habit_goals))).toMatchObject([{ id: goal_id, user_id: hanako.id }])
    expect([...scope.accessed]).toEqual([hanako.id])
    const patientScope = open(hanako)
    expect(await patientScope.db.select().from(patientScope.rows(habit_goals)).where(eq(habit_goals.id, goal_id))).toHaveLength(1)
    expect([...patientScope.accessed]).toEqual([hanako.id])
  })

  test('return no row of another patient, even without a condition or with one that is always true', async () => {
    const scope = open(taro)
    expect(await scope.db.select().from(scope.rows(habit_goals))).toEqual([])
    expect(await scope.db.select().from(scope.rows(habit_goals)).where(alwaysTrue)).toEqual([])
    expect(await scope.count(habit_goals, alwaysTrue)).toBe(0)
    expect((await scope.db.execute(sql`select * from ${scope.from(habit_goals, 'g')} where g.id = ${goal_id} or true`)).rows).toEqual([])
    expect(scope.accessed.size).toBe(0)
  })

  test('of a child table return only rows whose parent is in the scope', async () => {
    const [other, patientScope] = [open(taro), open(hanako)]
    expect(await other.db.select().from(other.rows(habit_goal_days)).where(alwaysTrue)).toEqual([])
    expect(await patientScope.db.select().from(patientScope.rows(habit_goal_days))).toHaveLength(1)
  })

  test('can join and lock patient tables, and record the patients that a subquery returns', async () => {
    const scope = open(hanako)
    const rows = await scope.db
      .select({ user_id: habit_goals.user_id, day: habit_goal_days.day })
      .from(scope.rows(habit_goals))
      .leftJoin(scope.rows(habit_goal_days), eq(habit_goal_days.habit_goal_id, habit_goals.id))
    expect(rows).toEqual([{ user_id: hanako.id, day: '2026-11-20' }])
    await testApp.context.db.transaction(async (tx) => {
      const transactionScope = scope.withDb(tx)
      expect(await transactionScope.db.select().from(transactionScope.rows(habit_goals)).where(eq(habit_goals.id, goal_id)).for('update')).toHaveLength(1)
    })
    const staffScope = open(doctor)
    await staffScope.db.execute(sql`select owner from (select user_id as owner from ${staffScope.rows(habit_goals)}) inner_rows`)
    expect([...staffScope.accessed]).toEqual([hanako.id])
  })

  test('fail if SQL with a table name written by hand returns a row of another patient', async () => {
    const unsafeCondition = sql`select user_id, id from habit_goals where id = ${goal_id}`
    await expect(open(taro).db.execute(unsafeCondition)).rejects.toMatchObject({ cause: { message: 'a row outside the scope' } })
    const staff = open(doctor)
    await staff.db.execute(unsafeCondition)
    expect([...staff.accessed]).toEqual([hanako.id])
  })

  test('throw if the table itself is put into a `sql` template', () => {
    expect(() => testApp.context.db.execute(sql`select * from ${habit_goals}`)).toThrow('patient table')
  })
})

describe('prepared queries', () => {
  test('are built once for each shape and kind of scope, also in transactions', async () => {
    let buildCount = 0
    const goals = patientQuery(({ db, rows }, by: 'id' | 'user_id') => {
      buildCount++
      return db
        .select()
        .from(rows(habit_goals))
        .where(eq(habit_goals[by], sql.placeholder('value')))
    })
    for (let i = 0; i < 3; i++) expect(await goals(open(doctor), 'id').execute({ value: goal_id })).toHaveLength(1)
    expect(buildCount).toBe(1)
    for (let i = 0; i < 3; i++) expect(await goals(open(taro), 'user_id').execute({ value: hanako.id })).toEqual([])
    expect(await goals(open(hanako), 'user_id').execute({ value: hanako.id })).toHaveLength(1)
    expect(buildCount).toBe(2)
    for (let i = 0; i < 3; i++)
      await testApp.context.db.transaction(async (tx) => expect(await goals(open(doctor, tx), 'id').execute({ value: goal_id })).toHaveLength(1))
    expect(buildCount).toBe(2)
  })

  test('record the patients of a run in the scope of that run only', async () => {
    const goals = patientQuery(({ db, rows }) => db.select().from(rows(habit_goals)))
    const [first, second] = [open(doctor), open(doctor)]
    await goals(first).execute()
    expect([...first.accessed]).toEqual([hanako.id])
    expect(second.accessed.size).toBe(0)
  })
})

describe('writes', () => {
  test('change and delete no row of another patient', async () => {
    const scope = open(taro)
    expect(await scope.update(habit_goals).set({ content: 'x' }).returning()).toEqual([])
    expect(
      await scope
        .update(habit_goals)
        .set({ content: 'x' })
        .where(or(eq(habit_goals.id, goal_id), alwaysTrue))
        .returning(),
    ).toEqual([])
    expect(await scope.delete(habit_goals).where(alwaysTrue).returning()).toEqual([])
    expect(await scope.delete(habit_goal_days).returning()).toEqual([])
    expect(await open(hanako).count(habit_goals, eq(habit_goals.content, '歩く'))).toBe(1)
  })

  test('insert no row for another patient', () => {
    expect(() => open(taro).insert(habit_goals).values({ user_id: hanako.id, kind: 'sport' })).toThrow(expect.objectContaining({ code: 'not_found' }))
    expect(() =>
      open(taro)
        .insert(habit_goals)
        .values([
          { user_id: taro.id, kind: 'sport' },
          { user_id: hanako.id, kind: 'sport' },
        ]),
    ).toThrow()
  })

  test('insert no child under another patient’s parent', async () => {
    const day = { habit_goal_id: goal_id, day: '2026-11-21', done: true }
    await expect(open(taro).insert(habit_goal_days).values(day)).rejects.toThrow()
    await open(hanako).insert(habit_goal_days).values(day)
    expect(await open(hanako).delete(habit_goal_days).where(eq(habit_goal_days.day, '2026-11-21')).returning()).toHaveLength(1)
  })

  test('do not change another patient’s row on a conflict', async () => {
    const row = { id: goal_id, user_id: taro.id, kind: 'meal' as const, content: 'x' }
    await open(taro)
      .insert(habit_goals)
      .values(row)
      .onConflictDoUpdate({ target: habit_goals.id, set: { kind: 'meal' } })
    expect(await open(hanako).count(habit_goals, and(eq(habit_goals.kind, 'sport'), eq(habit_goals.user_id, hanako.id)))).toBe(1)
  })
})

test('requirePatient throws the same 404 for a patient outside the scope, a member of staff and an unknown id', async () => {
  for (const user_id of [hanako.id, doctor.id, 9_999_999]) await expect(requirePatient(open(taro), user_id)).rejects.toMatchObject({ code: 'not_found' })
  const scope = open(doctor)
  await requirePatient(scope, hanako.id)
  expect([...scope.accessed]).toEqual([hanako.id])
})

test('withPermission limits the scope to the caller under an own permission, and throws 403 if the role lacks the permission', () => {
  expect(open(doctor).withPermission('kartes.write').own).toBe(doctor.id)
  expect(() => open(hanako).withPermission('kartes.read')).toThrow(expect.objectContaining({ code: 'forbidden' }))
})

test('`record` accepts only an integer id inside the scope', () => {
  const scope = systemScope(testApp.context.db)
  for (const invalidId of [Number.NaN, 1.5]) expect(() => scope.record(invalidId)).toThrow('without a patient')
  expect(() => open(taro).record(hanako.id)).toThrow('outside the scope')
  scope.record(12)
  expect([...scope.accessed]).toEqual([12])
})

test('the first statement of a pool needs no second connection', async () => {
  const { db, close } = openDatabase({ connectionString: testApp.context.pool.options.connectionString! }, { max: 1 })
  try {
    const rowCount = await db.transaction((tx) => open(doctor, tx).count(habit_goals, eq(habit_goals.id, goal_id)))
    expect(rowCount).toBe(1)
  } finally {
    await close()
  }
})
