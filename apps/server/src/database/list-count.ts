import type { Db } from './db.ts'
import { preparedQuery } from './prepared.ts'
import { list_counts } from './tables.ts'

export type CountedList = 'patients' | 'message_rooms' | 'users' | 'contracts' | 'care_people'

const storedCount = preparedQuery((db, list: CountedList) => db.select({ count: list_counts[list] }).from(list_counts))

/** Length of a list of all rows, stored by triggers, because counting takes longer than reading a page. `patients` does not count merged patients. */
export const listCount = async (db: Db, list: CountedList): Promise<number> => (await storedCount(db, list).execute())[0]!.count
