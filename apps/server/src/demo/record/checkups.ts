import { ageOn } from '@sukoyaka/rules/person'
import { verdictOn } from '@sukoyaka/rules/record/judge'
import { addDays, addMonths, daysBetween, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { asc } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { test_categories, test_packages, test_results, tests } from '../../domains/checkup/tables.ts'
import { insertRows, reserveIds } from '../insert.ts'
import type { DemoPatient } from '../people/people.ts'
import { randomOf } from '../random.ts'
import { bodyOf, type Measured, measuredCategories } from './measure.ts'

type Kind = 'detail' | 'simple' | 'followup'
type Visit = { kind: Kind; day: string; name: string; isIncluded: boolean; isDone: boolean; isReleased: boolean; status: number }
type TestCategory = { id: number; name: string; applicable_sex: 'male' | 'female' | 'any'; default_package_kinds: string[]; numeric_categories: string[] }
type Catalogue = { tests: TestCategory[]; measured: ReadonlyMap<string, Measured> }

const catalogueOf = async (db: Db): Promise<Catalogue> => ({
  tests: await db.select().from(test_categories).orderBy(asc(test_categories.sort_number)),
  measured: await measuredCategories(db),
})

const places = ['みなとさくらクリニック', '北町ヘルスケアセンター', 'なにわ中央健診プラザ', '博多ベイ総合健診センター', '札幌ノース内科・健診']
/** Patients with an index below this have a long history. */
const longHistories = 40
const namesOf = { detail: '人間ドック（精密）', simple: '定期健康診断', followup: '3か月フォロー検査' }
/** Tests that detailed and follow-up checkups have in addition to the default tests of their kind. */
const extraTests = ['vitamin_mineral']

const pastVisit = (kind: Kind, day: string, isReleased = true): Visit => ({
  kind,
  day,
  name: namesOf[kind],
  isIncluded: kind !== 'simple',
  isDone: true,
  isReleased,
  status: testPackageStatus.complete,
})
const plannedVisit = (kind: Kind, day: string, status: number): Visit => ({
  kind,
  day,
  name: namesOf[kind],
  isIncluded: true,
  isDone: false,
  isReleased: false,
  status,
})

const visitsFor = ({ index, edgeCase }: DemoPatient, today: string): Visit[] => {
  if (edgeCase === 'hostile' || edgeCase === 'empty') return []
  const r = randomOf('visits', index)
  const newest = addDays(today, -(index === 0 ? 38 : r.between(3, 300)))
  // of the other patients, only every fifth of those added for load tests has checkups: two simple ones
  if (index >= longHistories && edgeCase !== 'abnormal')
    return index > 128 && index % 5 === 0 ? [pastVisit('simple', addMonths(newest, -12)), pastVisit('simple', newest)] : []
  const visitCount = edgeCase === 'abnormal' ? 2 : 10
  const visits = Array.from({ length: visitCount }, (_, i) => pastVisit('detail', addMonths(newest, -12 * i), index === 0 || i > 0 || index % 8 !== 3))
  const followups = edgeCase === 'abnormal' ? 0 : index === 0 ? 9 : r.between(2, 5)
  for (let i = 0; i < followups; i++) visits.push(pastVisit('followup', addMonths(newest, index === 0 ? -3 * (i + 1 + Math.floor(i / 3)) : -12 * i - 6)))
  if (index === 0)
    visits.push(plannedVisit('detail', addDays(today, 18), testPackageStatus.edit), plannedVisit('followup', addMonths(today, 3), testPackageStatus.edit))
  else if (index % 6 === 1) visits.push(plannedVisit('followup', addDays(today, r.between(5, 60)), testPackageStatus.fix))
  else if (index % 6 === 4) visits.push(plannedVisit('detail', addDays(today, r.between(15, 90)), testPackageStatus.edit))
  return visits.sort((a, b) => (a.day < b.day ? -1 : 1))
}

const at = (day: string, hours: number) => new Date(tokyoStartOfDay(day).getTime() + hours * 3_600_000).toISOString()

/** The doctor's comments on checkups; many have none. */
const comments = [
  '全体に大きな変化はありません。今の生活を続けていきましょう。',
  '気になる項目がいくつかあります。次の面談で、一緒に確認していきましょう。',
  '前回より良くなった項目が増えています。この調子で続けていきましょう。',
]
const commentFor = (patient: DemoPatient, { kind, day }: Visit, isNewest: boolean): string | null => {
  if (patient.index === 0 && isNewest)
    return '全体の調子は落ち着いています。LDLコレステロールがやや高めですので、お食事と運動について次の面談でお話ししましょう。'
  const r = randomOf(`comment ${day}`, patient.index)
  return kind === 'detail' && r.chance(0.6) ? r.pick(comments) : null
}

type About = { today: string; doctor_id: number; isSerious: boolean; isNewest: boolean }

const packageRow = (id: number, patient: DemoPatient, visit: Visit, { today, doctor_id, isSerious, isNewest }: About): typeof test_packages.$inferInsert => {
  const expectedDay = addDays(visit.day, visit.kind === 'detail' ? 14 : 7)
  const released_on = addDays(visit.day, 7)
  const isReleased = visit.isReleased && released_on <= today
  const created_at = at(addDays(visit.day < today ? visit.day : today, -20), 10)
  return {
    id,
    user_id: patient.id,
    kind: visit.kind,
    name: visit.name,
    location: places[patient.index % places.length]!,
    status: visit.status,
    tested_at: at(visit.day, 9),
    // while the date of the checkup is open, the day of its results is unknown
    expected_data_reflection_date: visit.status === testPackageStatus.edit ? null : expectedDay,
    included_in_plan: visit.isIncluded,
    detail: '',
    released_at: isReleased ? at(released_on, 9) : null,
    released_by: isReleased ? doctor_id : null,
    comment: isReleased ? commentFor(patient, visit, isNewest) : null,
    comment_by: isReleased ? doctor_id : null,
    commented_at: isReleased ? at(released_on, 9) : null,
    called_on: isReleased && isSerious ? released_on : null,
    created_at,
    updated_at: created_at,
  }
}

const testsOf = ({ tests: allTests }: Catalogue, kind: Kind, { sex }: DemoPatient) =>
  allTests.filter(
    ({ name, applicable_sex, default_package_kinds }) =>
      (default_package_kinds.includes(kind) || (kind !== 'simple' && extraTests.includes(name))) && (applicable_sex === 'any' || applicable_sex === sex),
  )

type TestResult = typeof test_results.$inferInsert

/** Inserts checkups: ten years for the first forty patients, two visits for the edge case `abnormal`, and two simple ones for some load-test patients. */
export const addCheckups = async (db: Db, people: DemoPatient[], doctor_id: number, today: string): Promise<void> => {
  const catalogue = await catalogueOf(db)
  const visits = people.flatMap((patient) => visitsFor(patient, today).map((visit) => ({ patient, visit, tests: testsOf(catalogue, visit.kind, patient) })))
  const package_ids = await reserveIds(db, test_packages, visits.length)
  const test_ids = await reserveIds(
    db,
    tests,
    visits.reduce((sum, visit) => sum + visit.tests.length, 0),
  )
  const bodies = new Map(people.map((patient) => [patient.index, bodyOf(patient)]))
  const testRows: (typeof tests.$inferInsert)[] = []
  const results: TestResult[] = []
  const seriousVisits = new Set<number>()
  visits.forEach(({ patient, visit, tests: performedTests }, index) => {
    const test_package_id = package_ids[index]!
    const ownTests = performedTests.map((test) => ({ id: test_ids[testRows.length + performedTests.indexOf(test)]!, test }))
    testRows.push(...ownTests.map(({ id, test }) => ({ id, user_id: patient.id, test_package_id, category_id: test.id, tested_at: at(visit.day, 9) })))
    if (!visit.isDone) return
    const measurements = ownTests.flatMap(({ id, test }) =>
      test.numeric_categories
        .map((name) => ({ test_id: id, category: catalogue.measured.get(name)! }))
        .filter(({ category }) => category.applicable_sex === 'any' || category.applicable_sex === patient.sex),
    )
    const occasion = {
      day_number: daysBetween('2000-01-01', visit.day),
      years_ago: daysBetween(visit.day, today) / 365.25,
      age: patient.birthday ? ageOn(patient.birthday, visit.day) : 50,
    }
    const values = bodies.get(patient.index)!(
      measurements.map(({ category }) => category),
      occasion,
    )
    for (const { test_id, category } of measurements) {
      const value = values.get(category.name)
      if (value === undefined) continue
      const verdict = verdictOn(category, category.ranges, patient, { value, recorded_at: at(visit.day, 9) })
      if (verdict.is_serious) seriousVisits.add(index)
      results.push({
        user_id: patient.id,
        category_id: category.id,
        test_id,
        test_package_id,
        recorded_at: at(visit.day, 9),
        type: 0,
        origin: places[patient.index % places.length]!,
        value,
        ...verdict,
        created_at: at(addDays(visit.day, 5), 12),
        updated_at: at(addDays(visit.day, 5), 12),
      })
    }
  })
  await insertRows(
    db,
    test_packages,
    visits.map(({ patient, visit }, index) =>
      packageRow(package_ids[index]!, patient, visit, {
        today,
        doctor_id,
        isSerious: seriousVisits.has(index),
        isNewest: !visits[index + 1]?.visit.isDone || visits[index + 1]!.patient !== patient,
      }),
    ),
  )
  await insertRows(db, tests, testRows)
  await insertRows(db, test_results, results)
}
