import type { RecordPresence } from '@sukoyaka/wire/people/record-presence'
import type { Db } from '../../database/db.ts'
import type { PresentUser } from '../../realtime/record-presence.ts'
import { staffByIds } from '../account/store.ts'

/** The people present besides the reader, with their names. */
export const presentColleagues = async (db: Db, present: readonly PresentUser[], reader_id: number): Promise<RecordPresence[]> => {
  const others = present.filter(({ user_id }) => user_id !== reader_id)
  if (!others.length) return []
  const people = await staffByIds(
    db,
    others.map(({ user_id }) => user_id),
  )
  return others.flatMap(({ user_id, since }) => {
    const user = people.get(user_id)
    return user ? [{ user, since }] : []
  })
}
