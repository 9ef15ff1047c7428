import { sql } from 'drizzle-orm'
import { systemScope } from '../access/system-scope.ts'
import type { Db } from '../database/db.ts'
import { data_entry_requests } from '../domains/data-entry-request/tables.ts'
import { message_rooms, message_unreads } from '../domains/message/tables.ts'
import { notifications, user_unread_records } from '../domains/notification/tables.ts'
import { care_people } from '../domains/patient/tables.ts'
import type { DemoPatient } from './people/people.ts'

/** Inserts notifications for unread messages and open requests. They count as already mailed and pushed, so that seeding sends no mail. */
export const addNotifications = async (db: Db, people: readonly DemoPatient[]) => {
  const ids = sql.param(people.map(({ id }) => id))
  await db.execute(sql`
    insert into ${notifications} (user_id, kind, patient_id, message_id, count, mailed_at, pushed_at, created_at, updated_at)
    select u.user_id, 'message', u.patient_id, r.last_message_id, u.unread_count, r.last_message_at, r.last_message_at, r.last_message_at, r.last_message_at
    from ${systemScope(db).from(message_unreads, 'u')} join ${systemScope(db).from(message_rooms, 'r')} on r.patient_id = u.patient_id
    where u.patient_id = any(${ids}) and u.unread_count > 0 and r.last_message_at is not null
      and (u.user_id = u.patient_id or exists (select from ${systemScope(db).from(care_people, 'c')} where c.user_id = u.patient_id and c.staff_id = u.user_id))
    order by u.user_id, u.patient_id`)
  await db.execute(sql`
    with asked as (select * from ${systemScope(db).rows(data_entry_requests)} where patient_id = any(${ids}) and answered_at is null and cancelled_at is null),
      rows as (
        insert into ${notifications} (user_id, kind, patient_id, record_id, mailed_at, pushed_at, created_at, updated_at)
        select patient_id, 'data_entry_request', patient_id, id, updated_at, updated_at, updated_at, updated_at from asked
      )
    insert into ${user_unread_records} (user_id, record_type, record_id, created_at) select patient_id, 'data_entry_request', id, updated_at from asked`)
}
