import { usualHours } from '@sukoyaka/rules/people/notice'
import type { Role } from '@sukoyaka/wire/access'
import type { NotificationSettings } from '@sukoyaka/wire/people/notification'
import { and, eq, sql } from 'drizzle-orm'
import { type Actor, type Reach, within } from '../../access/gate.ts'
import type { Db } from '../../database/db.ts'
import { notification_settings as settings } from './tables.ts'

/** As it is for who has said nothing. */
export const usual = (role: Role): NotificationSettings => {
  const hours = usualHours(role)
  return { mail_enabled: true, push_enabled: true, hours: hours && { ...hours, weekdays: [...hours.weekdays] }, send_key: 'ctrl_enter' }
}

export const settingsOf = async (db: Db, reach: Reach, actor: Pick<Actor, 'id' | 'role'>): Promise<NotificationSettings> => {
  const [found] = await db
    .select()
    .from(settings)
    .where(and(eq(settings.user_id, actor.id), within(reach, settings.user_id)))
  return found ?? usual(actor.role)
}

export const keepSettings = async (db: Db, reach: Reach, actor: Pick<Actor, 'id' | 'role'>, said: NotificationSettings): Promise<NotificationSettings> => {
  const row = { ...said, updated_at: sql`now()` as never }
  await db
    .insert(settings)
    .values({ user_id: actor.id, ...row })
    .onConflictDoUpdate({ target: settings.user_id, set: row })
  return settingsOf(db, reach, actor)
}
