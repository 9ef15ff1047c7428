import { systemScope } from '../src/access/system-scope.ts'
import type { Db } from '../src/database/db.ts'
import { nameColumns } from '../src/domains/account/store.ts'
import { users } from '../src/domains/account/tables.ts'
import { message_rooms } from '../src/domains/message/tables.ts'
import { patients } from '../src/domains/patient/tables.ts'

export type NewPerson = Omit<typeof users.$inferInsert, 'id' | 'name_search' | 'name_grams' | 'kana_key'> & { id?: number }

/** Inserts a person; a patient also gets their record and message room, in one transaction. */
export const addPerson = async (db: Db, person: NewPerson): Promise<number> =>
  db.transaction(async (tx) => {
    const scope = systemScope(tx)
    const names = { first_name_kana: '', last_name_kana: '', ...person }
    const [row] = await tx
      .insert(users)
      .values({ ...person, ...nameColumns(names) })
      .returning({ id: users.id })
    if (person.role === 'patient') {
      await scope.insert(patients).values({ user_id: row!.id })
      await scope.insert(message_rooms).values({ patient_id: row!.id })
    }
    return row!.id
  })
