import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../test/database.ts'
import { referenceFolder } from '../config/folders.ts'
import { openDatabase } from '../database/db.ts'
import { migrate } from '../database/migrate.ts'
import { loadedFiles, loadReference } from './load.ts'
import { readVersion } from './version.ts'

const itemsOf = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../reference-data', `${file}.json`), 'utf8')).items
const count = (file: string) => itemsOf(file).length

test('loads the catalogues; loading a file again keeps the ids of its categories, and a file that did not change is not loaded again', async () => {
  const connectionString = await emptyDatabase()
  await migrate({ connectionString })
  const { db, close } = openDatabase({ connectionString }, { role: null })
  try {
    await loadReference(db)
    const ids = async () => (await db.execute(sql`select name, id from result_categories order by id`)).rows
    const counts = async () =>
      (
        await db.execute(sql`select (select count(*)::int from result_categories where type = 0) as numeric, (select count(*)::int from result_categories where type <> 0) as image,
        (select count(*)::int from diseases) as diseases, (select count(*)::int from plans) as plans, (select count(*)::int from reference_ranges) as ranges, (select count(*)::int from lifestyle_categories) as lifestyles`)
      ).rows[0]!
    const first = await counts()
    expect(first).toMatchObject({
      numeric: count('numeric_test_result_categories') + count('numeric_test_result_categories_extra'),
      image: count('image_test_result_categories'),
      diseases: count('diseases'),
      plans: count('plans'),
      lifestyles: count('lifestyle_categories'),
    })
    const before = await ids()
    await db.execute(sql`update reference_versions set hash = '' where name = 'numeric'`)
    await loadReference(db)
    expect(await ids()).toEqual(before)
    expect(await counts()).toEqual(first)
    const loaded = await db.execute(sql`select max(loaded_at)::text as at from reference_versions`)
    await loadReference(db)
    expect((await db.execute(sql`select max(loaded_at)::text as at from reference_versions`)).rows).toEqual(loaded.rows)
  } finally {
    await close()
  }
})

test('the version was raised with the last change of the files', () => {
  const hash = createHash('sha256')
    .update(loadedFiles.map((file) => readFileSync(join(referenceFolder, `${file}.json`), 'utf8')).join('\n'))
    .digest('base64url')
  expect(readVersion().hash, `raise "version" in reference-data/version.json and set "hash" to ${hash}`).toBe(hash)
})

test('a server of an earlier version leaves the reference data of a newer one as it is; two servers that start at once load them once', async () => {
  const connectionString = await emptyDatabase()
  await migrate({ connectionString })
  const [one, other] = [openDatabase({ connectionString }, { role: null }), openDatabase({ connectionString }, { role: null })]
  const emoticon = async () => (await one.db.execute(sql`select name_ja from emoticons order by id limit 1`)).rows
  try {
    await Promise.all([loadReference(one.db), loadReference(other.db)])
    const categories = [...itemsOf('numeric_test_result_categories'), ...itemsOf('numeric_test_result_categories_extra')]
    const n = categories.reduce((sum, { ranges }) => sum + ranges.length, 0)
    expect((await one.db.execute(sql`select count(*)::int as n from reference_ranges`)).rows).toEqual([{ n }])
    const loaded = await emoticon()
    // a newer version with another name
    await one.db.execute(sql`update reference_versions set hash = 'newer', version = ${readVersion().version + 1} where name = 'emoticons'`)
    await one.db.execute(sql`update emoticons set name_ja = '新しい名前'`)
    await loadReference(one.db)
    expect(await emoticon()).toEqual([{ name_ja: '新しい名前' }])
    await one.db.execute(sql`update reference_versions set version = ${readVersion().version} where name = 'emoticons'`)
    await loadReference(one.db)
    expect(await emoticon()).toEqual(loaded)
  } finally {
    await Promise.all([one.close(), other.close()])
  }
})

test('a changed range is added as a new version; the row of the earlier version is kept as retired', async () => {
  const connectionString = await emptyDatabase()
  await migrate({ connectionString })
  const { db, close } = openDatabase({ connectionString }, { role: null })
  const versions = async () =>
    (
      await db.execute<{ id: number; max: number | null; since: boolean; retired: boolean }>(sql`
        select r.id::int as id, (r.healthy ->> 'max')::float as max, r.valid_from is not null as since, r.retired_at is not null as retired
        from reference_ranges r join result_categories c on c.id = r.category_id where c.name = 'ldl_cholesterol' order by r.id`)
    ).rows
  const reload = async () => {
    await db.execute(sql`update reference_versions set hash = '' where name = 'numeric'`)
    await loadReference(db)
  }
  try {
    await loadReference(db)
    const [first, ...rest] = await versions()
    expect([first, rest]).toEqual([{ id: first!.id, max: 120, since: false, retired: false }, []])
    const total = async () => (await db.execute<{ n: number }>(sql`select count(*)::int as n from reference_ranges`)).rows[0]!.n
    const before = await total()
    // simulate an earlier version of the files
    await db.execute(sql`update reference_ranges set healthy = '{"min": 60, "max": 130}' where id = ${first!.id}`)
    await reload()
    expect(await versions()).toEqual([
      { id: first!.id, max: 130, since: false, retired: true },
      { id: expect.any(Number), max: 120, since: true, retired: false },
    ])
    expect(await total()).toBe(before + 1)
    await reload()
    expect(await total()).toBe(before + 1)
  } finally {
    await close()
  }
})

test('every goal template has a reading', () => {
  const codesOf = (file: string) => itemsOf(file).map(({ code }: { code: string }) => code)
  expect(codesOf('habit_goal_readings')).toEqual(codesOf('habit_goal_templates'))
})

test('Japanese names have full-width brackets, except the formula リポ蛋白(a)', () => {
  const files = [
    'numeric_test_result_categories',
    'numeric_test_result_categories_extra',
    'image_test_result_categories',
    'symptom_categories',
    'diseases',
    'test_categories',
  ]
  const names = files.flatMap((file) => itemsOf(file).map(({ name_ja, name_local }: { name_ja?: string; name_local?: string }) => name_ja ?? name_local ?? ''))
  expect(names.filter((name) => /[()]/.test(name))).toEqual(['リポ蛋白(a)'])
})

test('outside the demo, sample facilities, products and coupons are hidden when they are added, and an update leaves those of a database as they are', async () => {
  const connectionString = await emptyDatabase()
  await migrate({ connectionString })
  const { db, close } = openDatabase({ connectionString }, { role: null })
  const shown = async () =>
    (
      await db.execute(sql`select (select count(*)::int from facilities where visible) as facilities, (select count(*)::int from products where is_active) as products,
        (select count(*)::int from coupons where is_active) as coupons`)
    ).rows[0]!
  const reload = () => db.execute(sql`update reference_versions set hash = ''`)
  try {
    await loadReference(db, { hasSamples: false })
    const none = { facilities: 0, products: 0, coupons: 0 }
    expect(await shown()).toEqual(none)
    await reload()
    await loadReference(db, { hasSamples: false })
    expect(await shown()).toEqual(none)
    // the same files in the demo
    await loadReference(db)
    const visible = (file: string) => itemsOf(file).filter((item: { visible: boolean }) => item.visible).length
    const all = { facilities: visible('facilities'), products: visible('products'), coupons: count('coupons') }
    expect(await shown()).toEqual(all)
    await loadReference(db, { hasSamples: false })
    expect(await shown()).toEqual(all)
  } finally {
    await close()
  }
})
