// built per call: only jobs run these reads, and `hasToPush` runs only after a change of messages
import { canNotify } from '@sukoyaka/rules/people/notification-hours'
import type { Role } from '@sukoyaka/wire/access'
import type { NotificationSettings } from '@sukoyaka/wire/people/notification'
import { and, eq, isNull, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { sessions, users } from '../account/tables.ts'
import { defaultSettings } from './settings-store.ts'
import { isOnScreen } from './store.ts'
import { notice_letters, notifications, notification_settings as settings, push_subscriptions as subscriptions } from './tables.ts'

/** Notifications to staff that have no mail of their own. An interview is among them, because the mail about it goes to the patient only. */
const isMailedToStaff = sql`(${notifications.kind} in ('recommendation', 'patients_merged', 'stress_interview') or (${notifications.kind} = 'interview' and ${notifications.user_id} <> ${notifications.patient_id}))`
/**
 * The kinds that these jobs mail; others have their own mail or none. `notifications_unmailed`, `notifications_unmailed_staff`,
 * `notifications_unmailed_red_flag`, `notifications_unmailed_refund` and `notifications_unmailed_regular` index the same lists.
 */
const isMailed = sql`(${notifications.kind} in ('message', 'mention', 'reminder', 'interview_summary', 'contract_payment', 'contract_refunded', 'order_paid', 'order_shipped', 'order_cancelled', 'order_refunded') or ${isMailedToStaff} or ${notifications.kind} = 'red_flag_symptoms' or ${notifications.kind} in ('order_refund_failed', 'contract_refund_failed', 'order_disputed', 'contract_disputed') or ${notifications.kind} in ('regular_delivery_payment', 'regular_delivery_skipped', 'regular_delivery_reduced'))`
/**
 * Mailed even if mail is switched off and outside the hours, as the settings say: to the patient, that a payment failed or was refunded; to staff, that a
 * patient reported symptoms that should be checked soon.
 */
const isAlwaysMailed = sql`(${notifications.kind} in ('contract_payment', 'contract_refunded', 'order_refunded', 'regular_delivery_payment') and ${notifications.user_id} = ${notifications.patient_id} or ${notifications.kind} = 'red_flag_symptoms')`
const waitsForMail = and(isNull(notifications.checked_at), isNull(notifications.mailed_at), isMailed)
/** A message in a room on screen is not pushed unless it is still unread when the room is left. */
const waitsForPush = and(
  isNull(notifications.checked_at),
  isNull(notifications.pushed_at),
  or(notInArray(notifications.kind, ['message', 'mention']), not(isOnScreen(notifications.user_id, notifications.patient_id))),
)
/** False for a browser whose session was ended: nothing is pushed to it. */
export const hasActiveSession = sql`exists (select from ${sessions} where ${sessions.id} = ${subscriptions.session_id} and ${sessions.ended_at} is null)`
const now = sql`now()`

type Waiting = Pick<NotificationSettings, 'mail_enabled' | 'push_enabled' | 'hours'> & {
  user_id: number
  role: Role
  isUrgent: boolean
  isAlways: boolean
  hasSettings: boolean
}
/**
 * A person with waiting notifications. `silent`: they are claimed but not sent, because the person has switched this channel off. `always`: only those that
 * are mailed regardless of the settings are claimed.
 */
export type Due = { user_id: number; mode: 'now' | 'silent' | 'always' }

/** People outside their hours are left out, unless a notification is urgent: they are due later. */
const dueOf = async (scope: PatientScope, condition: SQL | undefined, channel: 'mail_enabled' | 'push_enabled', at: Date): Promise<Due[]> => {
  const waiting: Waiting[] = await scope.db
    .select({
      user_id: users.id,
      role: users.role,
      isUrgent: sql<boolean>`bool_or(${notifications.is_urgent})`,
      isAlways: sql<boolean>`bool_or(${isAlwaysMailed})`,
      hasSettings: sql<boolean>`${settings.user_id} is not null`,
      mail_enabled: sql<boolean>`${settings.mail_enabled}`,
      push_enabled: sql<boolean>`${settings.push_enabled}`,
      hours: settings.hours,
    })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.user_id))
    .leftJoin(settings, eq(settings.user_id, notifications.user_id))
    .where(and(condition, scope.ownerIs(notifications.user_id)))
    .groupBy(users.id, settings.user_id)
  return waiting.flatMap(({ user_id, role, isUrgent, isAlways, hasSettings, ...ownSettings }): Due[] => {
    const set = hasSettings ? ownSettings : defaultSettings(role)
    if (set[channel] && canNotify(set.hours, at, isUrgent)) return [{ user_id, mode: 'now' }]
    // before the others are claimed silently
    const always: Due[] = channel === 'mail_enabled' && isAlways ? [{ user_id, mode: 'always' }] : []
    return set[channel] ? always : [...always, { user_id, mode: 'silent' }]
  })
}

/** People with a notification that has waited for a mail for 15 minutes or more. */
export const dueForMail = (scope: PatientScope, at: Date) =>
  dueOf(scope, and(waitsForMail, sql`${notifications.unmailed_since} <= now() - interval '15 minutes'`), 'mail_enabled', at)

/** People with a notification that waits for a push, about one patient or any. */
export const dueForPush = (scope: PatientScope, at: Date, patient_id?: number) =>
  dueOf(
    scope,
    and(
      waitsForPush,
      patient_id === undefined ? undefined : eq(notifications.patient_id, patient_id),
      sql`exists (select from ${subscriptions} where ${subscriptions.user_id} = ${notifications.user_id} and ${hasActiveSession})`,
    ),
    'push_enabled',
    at,
  )

/** Locks the person for this transaction. Undefined if another transaction holds the lock. */
const lockPerson = async (scope: PatientScope, user_id: number) => {
  const people = await scope.db
    .select({ deactivated_at: users.deactivated_at })
    .from(users)
    .where(and(eq(users.id, user_id), scope.ownerIs(users.id)))
    .for('no key update', { skipLocked: true })
  return people[0]
}

const isAboutMessage = (claimed: readonly Pick<typeof notifications.$inferSelect, 'kind'>[]) =>
  claimed.some(({ kind }) => kind === 'message' || kind === 'mention')

/**
 * Claims the waiting notifications of a person for one mail. Returns the mail's id, or undefined if none is to be sent. Their `mailed_at` is the mail's
 * `created_at`, both the start of this transaction: `isOfMail` compares them. Those claimed silently belong to no mail.
 */
export const claimForMail = async (scope: PatientScope, { user_id, mode }: Due): Promise<number | undefined> => {
  const person = await lockPerson(scope, user_id)
  if (!person) return undefined
  // those that are always mailed wait for their own mail
  const isInMode = { now: undefined, always: isAlwaysMailed, silent: sql`${isAlwaysMailed} is not true` }[mode]
  const claimed = await scope.db
    .update(notifications)
    .set({ mailed_at: mode === 'silent' ? sql`${notifications.unmailed_since}` : now })
    .where(and(eq(notifications.user_id, user_id), waitsForMail, isInMode))
    .returning({ kind: notifications.kind })
  if (!claimed.length || mode === 'silent' || person.deactivated_at !== null) return undefined
  const [createdMail] = await scope.db
    .insert(notice_letters)
    .values({ user_id, is_message: isAboutMessage(claimed) })
    .returning({ id: notice_letters.id })
  return createdMail!.id
}

const nothingToPush = { ids: [], is_message: false }
/** Claims all waiting notifications of a person for push. Returns the ids of the subscriptions to push to, and whether there is a message among what was claimed. */
export const claimForPush = async (scope: PatientScope, { user_id, mode }: Due): Promise<{ ids: number[]; is_message: boolean }> => {
  const person = await lockPerson(scope, user_id)
  if (!person) return nothingToPush
  const claimed = await scope.db
    .update(notifications)
    .set({ pushed_at: now })
    .where(and(eq(notifications.user_id, user_id), waitsForPush))
    .returning({ kind: notifications.kind })
  if (!claimed.length || mode === 'silent' || person.deactivated_at !== null) return nothingToPush
  const browsers = await scope.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.user_id, user_id), hasActiveSession))
  return { ids: browsers.map(({ id }) => id), is_message: isAboutMessage(claimed) }
}

/** Whether a notification was claimed for the mail that was created then. One that was renewed since waits for a later mail. */
const isOfMail = (created_at: string) => eq(notifications.mailed_at, created_at)

/**
 * Marks a mail as begun and returns its recipient. After a crash during sending it is not sent again. Undefined if it was begun before, everything in it
 * has been checked meanwhile or waits for a later mail, or the account is deactivated. If a retry comes outside the person's hours or after mail was
 * switched off, the notifications wait again.
 */
export const beginMail = async (scope: PatientScope, id: number, at: Date) => {
  const begun = await scope.db
    .update(notice_letters)
    .set({ begun_at: now })
    .where(and(eq(notice_letters.id, id), isNull(notice_letters.begun_at), scope.ownerIs(notice_letters.user_id)))
    .returning({ user_id: notice_letters.user_id, is_message: notice_letters.is_message, created_at: notice_letters.created_at })
  if (!begun[0]) return undefined
  const { user_id, is_message, created_at } = begun[0]
  const unchecked = and(eq(notifications.user_id, user_id), isNull(notifications.checked_at), isOfMail(created_at))
  const due = await dueOf(scope, unchecked, 'mail_enabled', at)
  if (!due.some(({ mode }) => mode !== 'silent')) {
    await scope.db.update(notifications).set({ mailed_at: null }).where(unchecked)
    return undefined
  }
  const [recipient] = await scope.db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, user_id), isNull(users.deactivated_at)))
  return recipient && { email: recipient.email, is_message }
}

/** Sending failed: the next try may begin the mail again. */
export const releaseMail = async (scope: PatientScope, id: number) => {
  await scope.db
    .update(notice_letters)
    .set({ begun_at: null })
    .where(and(eq(notice_letters.id, id), scope.ownerIs(notice_letters.user_id)))
}

/** Whether a notification about this patient waits for a push to somebody with a subscription. */
export const hasToPush = async (scope: PatientScope, patient_id: number): Promise<boolean> => {
  const { rows } = await scope.db.execute<{ is: boolean }>(sql`
    select exists (
      select from ${notifications} join ${subscriptions} on ${subscriptions.user_id} = ${notifications.user_id}
      where ${notifications.patient_id} = ${patient_id} and ${waitsForPush} and ${scope.ownerIs(notifications.user_id)}
    ) as "is"`)
  return rows[0]!.is
}
