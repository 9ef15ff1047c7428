import type { listKartes } from '@sukoyaka/wire/karte'
import type { Input } from '@sukoyaka/wire/kit'
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { type Reach, within } from '../access/gate.ts'
import { mustReach } from '../access/patients.ts'
import { personColumns } from '../account/store.ts'
import { users } from '../account/tables.ts'
import type { Db } from '../kit/db.ts'
import { pageOf } from '../kit/page.ts'
import { kartes } from './tables.ts'

export const kartesOf = async (db: Db, reach: Reach, { user_id, page = 1 }: Input<typeof listKartes>) => {
  await mustReach(db, reach, user_id)
  return pageOf(
    page,
    db
      .select({ ...getTableColumns(kartes), author: personColumns, total_count: sql<number>`count(*) over ()::int` })
      .from(kartes)
      .innerJoin(users, eq(users.id, kartes.author_id))
      .where(and(eq(kartes.user_id, user_id), within(reach, kartes.user_id)))
      .orderBy(desc(kartes.created_at), desc(kartes.id)),
  )
}
