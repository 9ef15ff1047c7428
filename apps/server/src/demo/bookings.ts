import { forbiddenBy, rulesFor } from '@sukoyaka/rules/people/reservation'
import { addDays, tokyoDay, tokyoInstant, tokyoStartOfDay, weekdayOf } from '@sukoyaka/rules/time'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, asc, inArray, ne, sql } from 'drizzle-orm'
import { systemScope } from '../access/system-scope.ts'
import type { Db } from '../database/db.ts'
import { booked_slots, checkup_waitlist, suggested_datetimes, test_packages, tests } from '../domains/checkup/tables.ts'
import { plan_uses } from '../domains/contract/tables.ts'
import { holidayDays } from '../domains/facility/holidays.ts'
import {
  facilities,
  facility_course_options,
  facility_courses,
  facility_options,
  facility_reservation_forbidden_rules,
  facility_start_times,
} from '../domains/facility/tables.ts'
import { insertRows } from './insert.ts'
import type { DemoPatient } from './people/people.ts'
import { randomOf } from './random.ts'

type Package = typeof test_packages.$inferSelect
type Slot = { facility_id: number; starts_at: string; capacity: number }

const catalogueOf = async (db: Db) => ({
  facilities: new Map((await db.select().from(facilities)).map((facility) => [facility.name_ja, facility])),
  courses: await db.select().from(facility_courses).orderBy(asc(facility_courses.sort_number)),
  options: await db.select().from(facility_options).orderBy(asc(facility_options.sort_number)),
  pairs: await db.select().from(facility_course_options),
  starts: await db.select().from(facility_start_times).orderBy(asc(facility_start_times.time)),
  rules: await db.select().from(facility_reservation_forbidden_rules).orderBy(asc(facility_reservation_forbidden_rules.place)),
})
type Catalogue = Awaited<ReturnType<typeof catalogueOf>>

const snapshotOf = ({ id, name_ja, precautions_ja }: Catalogue['courses'][number] | Catalogue['options'][number]) => ({
  id,
  name_local: name_ja,
  body_local: precautions_ja,
})

/** Up to `count` start times of a checkup that the rules of the facility allow, one a day, in the 90 days from `from`. */
const findStartSlots = (
  catalogue: Catalogue,
  facility_id: number,
  booked: Parameters<typeof rulesFor>[1][],
  from: string,
  today: string,
  count: number,
): Slot[] => {
  const rules = rulesFor(
    catalogue.rules.filter((rule) => rule.facility_id === facility_id),
    ...booked,
  )
  const slots: Slot[] = []
  for (let day = from, searchedDays = 0; slots.length < count && searchedDays < 90; day = addDays(day, 1), searchedDays++) {
    if (forbiddenBy(rules, day, { today, holidays: holidayDays() })) continue
    const start = catalogue.starts.find((item) => item.facility_id === facility_id && item.weekday === weekdayOf(day))
    if (start) slots.push({ facility_id, starts_at: tokyoInstant(day, start.time).toISOString(), capacity: start.capacity })
  }
  return slots
}

/** Sets the facility of checkups, and books the planned checkups: course, options, suggested dates or a fixed slot, waitlist, and the use of the plan. */
export const addBookings = async (db: Db, people: DemoPatient[], today: string): Promise<void> => {
  const catalogue = await catalogueOf(db)
  const ids = people.map(({ id }) => id)
  await db.execute(
    sql`update test_packages p set facility_id = f.id from facilities f where f.name_ja = p.location and p.user_id = any(${sql.param(ids)}::bigint[])`,
  )
  const indexOf = new Map(people.map(({ id, index }) => [id, index]))
  const plannedPackages = await db
    .select()
    .from(systemScope(db).rows(test_packages))
    .where(and(inArray(test_packages.user_id, ids), ne(test_packages.status, testPackageStatus.complete)))
    .orderBy(asc(test_packages.id))
  const changedPackages: Pick<Package, 'id' | 'tested_at' | 'course' | 'options'>[] = []
  const slots: (typeof booked_slots.$inferInsert)[] = []
  const suggestions: (typeof suggested_datetimes.$inferInsert)[] = []
  const waitlistRows: (typeof checkup_waitlist.$inferInsert)[] = []
  const created_at = tokyoInstant(addDays(today, -3), '10:00').toISOString()
  for (const booking of plannedPackages) {
    const index = indexOf.get(booking.user_id)!
    const r = randomOf('booking', index)
    const facility = catalogue.facilities.get(booking.location)
    const course = facility && catalogue.courses.find(({ facility_id, kind }) => facility_id === facility.id && kind === booking.kind)
    if (!facility || !course) continue
    const courseOptionIds = catalogue.pairs.filter(({ course_id }) => course_id === course.id).map(({ option_id }) => option_id)
    const options = booking.kind === 'detail' ? catalogue.options.filter(({ id }) => courseOptionIds.includes(id)).slice(0, 1 + (index % 2)) : []
    const isFixed = booking.status === testPackageStatus.fix
    const from = tokyoDay(booking.tested_at)
    const startSlots = findStartSlots(catalogue, facility.id, [course, ...options], from, today, 3)
    const first = startSlots[0]
    if (!first) continue
    const bookedCount = slots.filter((slot) => slot.facility_id === first.facility_id && slot.starts_at === first.starts_at).length
    if (isFixed && bookedCount === first.capacity) continue
    changedPackages.push({ id: booking.id, tested_at: first.starts_at, course: snapshotOf(course), options: options.map(snapshotOf) })
    if (isFixed) slots.push({ ...first, place: bookedCount + 1, test_package_id: booking.id, created_at })
    else if (booking.kind === 'detail')
      suggestions.push(
        ...startSlots.map(({ starts_at }, at) => ({
          test_package_id: booking.id,
          user_id: booking.user_id,
          datetime: starts_at,
          priority: 3 - at,
          created_at,
        })),
      )
    // some patients wait for an earlier slot
    if (isFixed && r.chance(0.3) && from > addDays(today, 20))
      waitlistRows.push({
        user_id: booking.user_id,
        test_package_id: booking.id,
        earliest: addDays(today, 8),
        latest: addDays(tokyoDay(first.starts_at), -1),
        state: 'waiting',
        created_at,
        updated_at: created_at,
      })
  }
  await db.execute(sql`
    update test_packages p set tested_at = c.tested_at, course = c.course, options = c.options, expected_data_reflection_date = (c.tested_at at time zone 'Asia/Tokyo')::date + (p.expected_data_reflection_date - (p.tested_at at time zone 'Asia/Tokyo')::date)
    from json_populate_recordset(null::test_packages, ${JSON.stringify(changedPackages)}::json) c where c.id = p.id`)
  await systemScope(db)
    .update(tests)
    .set({ tested_at: sql`(select tested_at from test_packages p where p.id = ${tests.test_package_id})` })
    .where(
      inArray(
        tests.test_package_id,
        changedPackages.map(({ id }) => id),
      ),
    )
  await insertRows(db, booked_slots, slots)
  await insertRows(db, suggested_datetimes, suggestions)
  await insertRows(db, checkup_waitlist, waitlistRows)
  await insertPlanUses(db, ids, today)
}

/**
 * Inserts a plan use for each checkup that the plan includes and for each interview of these people, past or booked, up to the number that the plan includes in
 * the contract year. Those that are counted are marked as included, the others are not.
 */
const insertPlanUses = async (db: Db, people: number[], today: string) => {
  const ids = sql.param(people)
  const now = sql`${tokyoStartOfDay(today).toISOString()}::timestamptz`
  await db.execute(sql`
    insert into ${systemScope(db).target(plan_uses)} (contract_id, user_id, part, year_from, place, allowed, test_package_id, interview_id, created_at)
    select contract_id, user_id, part, year_from, place, allowed, test_package_id, interview_id, created_at
    from (
      select b.*, c.id as contract_id, c.year_from, row_number() over (partition by c.id, b.part, c.year_from order by b.at, b.test_package_id, b.interview_id) as place,
        case b.part when 'full_checkup' then c.full_checkup_count when 'followup_checkup' then c.followup_checkup_count else c.interview_count end as allowed
      from (
        select user_id, case kind when 'detail' then 'full_checkup' else 'followup_checkup' end as part, tested_at as at, id as test_package_id, null::bigint as interview_id, created_at
        from test_packages where included_in_plan and kind in ('detail', 'followup') and cancelled_at is null and user_id = any(${ids}::bigint[])
        union all
        select interviewee_id, 'interview', conducted_at, null, id, created_at from interviews where cancelled_at is null and interviewee_id = any(${ids}::bigint[])
      ) b
      join lateral (
        select k.id, s.full_checkup_count, s.followup_checkup_count, s.interview_count,
          ((k.started_at at time zone 'Asia/Tokyo')::date
            + extract(year from age((b.at at time zone 'Asia/Tokyo')::date, (k.started_at at time zone 'Asia/Tokyo')::date)) * interval '1 year')::date as year_from
        from contracts k join plans n on n.id = k.plan_id join services s on s.id = n.service_id
        where k.user_id = b.user_id and k.started_at <= b.at
          and (k.ended_at is null or k.ended_at > b.at or (k.auto_update and k.started_at <= ${now} and k.ended_at > ${now}))
        order by k.ended_at is null or k.ended_at > b.at desc, k.started_at desc, k.id desc limit 1
      ) c on true
    ) counted
    where place <= allowed`)
  await db.execute(sql`
    update test_packages p set included_in_plan = false
    where included_in_plan and user_id = any(${ids}::bigint[]) and not exists (select from plan_uses u where u.test_package_id = p.id)`)
  await db.execute(sql`update interviews i set included_in_plan = true from plan_uses u where u.interview_id = i.id and u.user_id = any(${ids}::bigint[])`)
}
