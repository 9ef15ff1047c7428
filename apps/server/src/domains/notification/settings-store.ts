import { defaultHours } from '@sukoyaka/rules/people/notification-hours'
import type { Role } from '@sukoyaka/wire/access'
import type { NotificationSettings } from '@sukoyaka/wire/people/notification'
import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import { notification_settings as settings } from './tables.ts'

export const defaultSettings = (role: Role): NotificationSettings => {
  const hours = defaultHours(role)
  return { mail_enabled: true, push_enabled: true, hours: hours && { ...hours, weekdays: [...hours.weekdays] }, send_key: 'ctrl_enter' }
}

const savedSettings = patientQuery(({ db, own }) =>
  db
    .select()
    .from(settings)
    .where(and(eq(settings.user_id, sql.placeholder('actor_id')), own && eq(settings.user_id, own))),
)

export const settingsOf = async (scope: PatientScope, actor: Pick<Actor, 'id' | 'role'>): Promise<NotificationSettings> => {
  const [found] = await savedSettings(scope).execute({ actor_id: actor.id })
  return found ?? defaultSettings(actor.role)
}

export const saveSettings = async (
  scope: PatientScope,
  actor: Pick<Actor, 'id' | 'role'>,
  newSettings: NotificationSettings,
): Promise<NotificationSettings> => {
  await scope.db
    .insert(settings)
    .values({ user_id: actor.id, ...newSettings })
    .onConflictDoUpdate({ target: settings.user_id, set: { ...newSettings, updated_at: later(settings.updated_at) } })
  return settingsOf(scope, actor)
}
