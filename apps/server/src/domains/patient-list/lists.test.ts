import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { isSessionCheck, statementsDuring } from '../../../test/statements.ts'
import { stopDate } from '../../../test/stop-date.ts'
import type { Member } from '../../../test/test-app.ts'
import { openRecords, type Records } from '../../../trials/kit/rows/records.ts'

let records: Records
beforeAll(async () => {
  // image URLs expire: two calls return the same ones only at the same time
  const now = new Date()
  records = await openRecords({ overrides: { clock: () => now } })
})

/** By list, the call that returns the same rows for one patient. Lists `byCategory` hold only the newest entry of each category. */
const calls: Record<string, string> = {
  allergy_reactions: '/api/allergy_reactions?user_id=',
  assessments: '/api/assessments?user_id=',
  care_people: '/api/care_people?user_id=',
  contracts: '/api/contracts?include[]=plan&user_ids[]=',
  family_past_illnesses: '/api/family_past_illnesses?user_id=',
  habit_goals: '/api/habit_goals?user_id=',
  health_scores: '/api/health_scores?user_id=',
  interviews: '/api/interviews?interviewee_id=',
  kartes: '/api/kartes?user_id=',
  lifestyles: '/api/lifestyles?user_id=',
  medicine_intakes: '/api/medicine_intakes?user_id=',
  past_illnesses: '/api/past_illnesses?user_id=',
  questionnaires: '/api/questionnaires?user_id=',
  steps: '/api/steps?user_id=',
  supplement_intakes: '/api/supplement_intakes?user_id=',
  symptoms: '/api/symptoms?count=1&user_id=',
  test_packages: '/api/test_packages?user_id=',
  test_results: '/api/test_results?count=1&user_id=',
}
const maxRows = 100
const byCategory = ['health_scores', 'lifestyles', 'symptoms', 'test_results']
type Item = { id: number; category_id: number }

const patientsWith = async (member: Member, lists: string[], ids: number[]) =>
  member.get(`/api/users/patients?${ids.map((id) => `q[id_in][]=${id}`).join('&')}${lists.map((list) => `&include[]=${list}`).join('')}`)
/** The newest item of each category, in the order of ids. */
const newestOfEach = (items: Item[]) =>
  [...Map.groupBy(items, ({ category_id }) => category_id ?? 0).values()].map(([newest]) => newest!).toSorted((a, b) => a.id - b.id)

test('included lists have the same rows as the calls for one patient (by category: the newest of each), for a doctor and for the patient', async () => {
  const { testApp, hanako, taro } = records
  const ids = [hanako.user_id, taro.user_id]
  const { items } = (await patientsWith(testApp.staff.doctor, Object.keys(calls), ids)).body
  expect(items).toHaveLength(2)
  const own = (
    await patientsWith(
      testApp.hanako,
      Object.keys(calls).filter((list) => list !== 'kartes'),
      ids,
    )
  ).body.items
  expect(own.map(({ id }: Item) => id)).toEqual([hanako.user_id])
  for (const [member, patient] of [...items.map((item: object) => [testApp.staff.doctor, item]), [testApp.hanako, own[0]]])
    for (const [list, path] of Object.entries(calls)) {
      if (list === 'kartes' && member === testApp.hanako) continue
      const single: Item[] = (await member.get(`${path}${patient.id}`)).body.items
      const isByCategory = byCategory.includes(list)
      const [included, expected] = isByCategory
        ? [patient[list].toSorted((a: Item, b: Item) => a.id - b.id), list === 'health_scores' ? single : newestOfEach(single)]
        : [patient[list], single.slice(0, maxRows)]
      expect({ [list]: included }).toEqual({ [list]: expected })
      expect(`${list} ${included.length > 0}`).toBe(`${list} true`)
    }
})

test('a patient who asks for kartes is rejected, also together with other lists; the error for an unknown list names its position', async () => {
  const { testApp, hanako } = records
  for (const lists of [['kartes'], ['steps', 'kartes']]) expect((await patientsWith(testApp.hanako, lists, [hanako.user_id])).status).toBe(403)
  const { status, body } = await patientsWith(testApp.staff.doctor, ['orders'], [hanako.user_id])
  expect([status, body.code]).toEqual([400, 'malformed'])
  expect(body.error).toContain('include.0')
})

test('the lists of two patients take as many statements as those of one; each list is logged as the call that returns it for one patient', async () => {
  const { testApp, hanako, taro } = records
  const { trainer } = testApp.staff
  const lists = Object.keys(calls)
  stopDate()
  const countStatements = async (ids: number[]) => {
    await patientsWith(trainer, lists, ids)
    // counted the second time, when the rows of the audit log exist and catalogues are cached
    const { statements } = await statementsDuring(() => patientsWith(trainer, lists, ids))
    return statements.filter((statement) => !isSessionCheck(statement)).length
  }
  expect(await countStatements([hanako.user_id, taro.user_id])).toBe(await countStatements([hanako.user_id]))
  const { rows } = await testApp.context.db.execute<{ action: string; patients: number }>(
    sql`select action, count(distinct patient_id)::int as patients from audit_logs where user_id = ${trainer.id} and action <> 'GET /api/users/me' group by action order by action`,
  )
  expect(rows).toEqual(
    ['/api/users/patients', ...Object.values(calls).map((path) => path.split('?')[0]!)].toSorted().map((path) => ({ action: `GET ${path}`, patients: 2 })),
  )
})

test('the stored lengths of lists change when rows are added, merged and deleted', async () => {
  const { testApp } = records
  const { db } = testApp.context
  const lengths = async () => {
    const { rows } = await db.execute<{ kept: number[]; counted: number[] }>(sql`
      select (select array[patients, message_rooms, users, contracts, care_people]::int[] from list_counts) as kept,
        array[(select count(*) from patients where merged_into is null), (select count(*) from message_rooms), (select count(*) from users),
          (select count(*) from contracts), (select count(*) from care_people)]::int[] as counted`)
    expect(rows[0]!.kept).toEqual(rows[0]!.counted)
    return rows[0]!.kept
  }
  const [patients, rooms, ...others] = (await lengths()) as [number, number, number]
  const added = await testApp.add({ role: 'patient' })
  expect(await lengths()).toEqual([patients + 1, rooms + 1, others[0]! + 1, ...others.slice(1)])
  await db.execute(sql`update patients set merged_into = ${testApp.hanako.id} where user_id = ${added.id}`)
  expect((await lengths()).slice(0, 2)).toEqual([patients, rooms + 1])
  await db.execute(sql`update patients set merged_into = null where user_id = ${added.id}`)
  expect((await testApp.staff.doctor.get('/api/users/patients')).body.total_count).toBe(patients + 1)
  await db.execute(sql`delete from message_rooms where patient_id = ${added.id}`)
  expect((await lengths()).slice(0, 2)).toEqual([patients + 1, rooms])
  expect((await testApp.staff.doctor.get('/api/message_rooms/list')).body.total_count).toBe(rooms)
})
