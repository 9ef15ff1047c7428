import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../test/database.ts'
import { openDatabase } from '../kit/db.ts'
import { migrate } from '../kit/migrate.ts'
import { loadReference } from './load.ts'

const count = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../reference-data', `${file}.json`), 'utf8')).items.length

test('the catalogues are loaded whole, and a second time changes no id and writes nothing', async () => {
  const connectionString = await emptyDatabase()
  await migrate({ connectionString })
  const { db, close } = openDatabase({ connectionString }, { as: null })
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
