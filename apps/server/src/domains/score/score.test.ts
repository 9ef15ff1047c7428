import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member
let now: Date

type Status = 0 | 1 | 2
const db = () => testApp.context.db
const recomputeFor = (...tags: ('test_results' | 'test_packages' | 'lifestyles' | 'steps' | 'kartes')[]) =>
  db().transaction((tx) => testApp.context.onChanges(tx, tags, new Set([hanako.id])))
const recompute = async () => {
  await recomputeFor('test_results')
  return testApp.runJobs()
}
const packageOf = async (released_at: string | null) =>
  (
    await db().execute<{ id: number }>(
      sql`insert into test_packages (user_id, kind, status, tested_at, released_at) values (${hanako.id}, 'detail', 0, '2026-11-01T00:00:00Z', ${released_at}) returning id`,
    )
  ).rows[0]!.id
const result = (name: string, value: number, status: Status | null, { day = '2026-11-01', test_package_id = null as number | null } = {}) =>
  db().execute(
    sql`insert into test_results (user_id, category_id, test_package_id, recorded_at, type, value, status)
        select ${hanako.id}, id, ${test_package_id}, ${`${day}T00:00:00Z`}, 0, ${value}, ${status} from result_categories where name = ${name}`,
  )
const answer = (name: string, value: number, day = '2026-11-01') =>
  db().execute(
    sql`insert into lifestyles (user_id, category_id, answered_at, value) select ${hanako.id}, id, ${`${day}T00:00:00Z`}, ${value} from lifestyle_categories where name = ${name}`,
  )
const insertSteps = (day: string, count: number) => db().execute(sql`insert into steps (user_id, measured_on, count) values (${hanako.id}, ${day}, ${count})`)
const scores = async (name: string, extra = '', member: Member = doctor, language = 'ja') =>
  (await member.get(`/api/health_scores?user_id=${hanako.id}&category_name=${name}${extra}`, { headers: { 'accept-language': language } })).body.items
const lipids = async (test_package_id: number | null = null) => {
  await result('ldl_cholesterol', 162, 1, { test_package_id })
  await result('hdl_cholesterol', 60, 0, { test_package_id })
  await result('triglyceride', 150, 2, { test_package_id })
  await result('non_hdl_cholesterol', 160, 2, { test_package_id })
}

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => now } })
  ;({ hanako, taro } = testApp)
  ;({ doctor } = testApp.staff)
})
beforeEach(async () => {
  now = new Date('2026-11-20T16:00:00Z')
  for (const table of ['health_scores', 'test_results', 'test_packages', 'lifestyles', 'steps', 'symptoms'])
    await db().execute(sql`delete from ${sql.identifier(table)} where user_id = ${hanako.id}`)
})

describe('health scores', () => {
  test('are computed after a change and list their sources and what is missing', async () => {
    await lipids()
    expect(await scores('lipid')).toEqual([])
    expect(await recompute()).toEqual(['health_scores'])
    const [score] = await scores('lipid', '&include[]=sources')
    expect(score).toMatchObject({
      point: 59,
      rank: 'D',
      calculated_at: '2026-11-20T16:00:00.000Z',
      category: { name: 'lipid', display_name: '脂質', strip: true },
    })
    expect(score.missing).toEqual([])
    expect(score.sources[0]).toMatchObject({
      type: 'numeric_test_result_category',
      name: 'ldl_cholesterol',
      value: 162,
      unit_display: 'mg/dL',
      status: 1,
      weight: 3,
      day: '2026-11-01',
    })
    const [total] = await scores('total', '&include[]=sources', doctor, 'en')
    expect(total).toMatchObject({ point: null, rank: null, sources: [{ type: 'health_score_category', display_name: 'Lipids', value: 59 }] })
    expect(total.missing.map(({ display_name }: { display_name: string }) => display_name)).toContain('Blood pressure')
  })
  test('of earlier days hide values of a checkup from the patient once its release is withdrawn', async () => {
    const test_package_id = await packageOf('2026-11-19T00:00:00Z')
    await lipids(test_package_id)
    await recompute()
    const values = async (member: Member) =>
      (await scores('lipid', '&include[]=sources&count=10', member)).flatMap(({ sources }: { sources: { value: number }[] }) =>
        sources.map(({ value }) => value),
      )
    expect(await values(hanako)).toContain(162)
    await db().execute(sql`update test_packages set released_at = null where id = ${test_package_id}`)
    expect(await values(hanako)).toEqual([])
    now = new Date('2026-11-21T16:00:00Z')
    await recompute()
    expect(await values(hanako)).toEqual([])
    expect(await values(doctor)).toContain(162)
  })
  test('use the steps of the last 14 recorded days and the rules of the answers', async () => {
    for (let index = 1; index <= 16; index++) await insertSteps(`2026-10-${String(index).padStart(2, '0')}`, index <= 2 ? 50_000 : 4500)
    await answer('sitting_long', 1)
    await recompute()
    const [score] = await scores('exercise', '&include[]=sources')
    expect(score).toMatchObject({ point: 50, rank: 'D' })
    expect(score.sources).toMatchObject([
      { type: 'step', value: 4500, day: '2026-10-16' },
      { name: 'sitting_long', status: 1 },
    ])
    expect(score.sources[1].label).toBeTruthy()
    expect(score.missing.map(({ name }: { name: string }) => name)).toEqual(['vo2_max', 'grip_strength'])
  })
  test('count home blood pressure as the mean of seven days, so that one reading changes little', async () => {
    const reading = async (day: string, systolic: number, diastolic: number) => {
      const results = Object.entries({ systolic, diastolic }).map(([part, value]) => ({
        category_name: `home_${part}_blood_pressure`,
        value,
        recorded_at: `${day}T00:00:00Z`,
      }))
      const { body } = await doctor.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, results } })
      expect(body.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['new', 'new'])
    }
    for (const name of ['systolic_blood_pressure', 'diastolic_blood_pressure', 'pulse_rate']) await result(name, 1, 0)
    await reading('2026-10-20', 180, 110)
    for (const day of ['2026-11-02', '2026-11-03', '2026-11-04']) await reading(day, 118, 70)
    await reading('2026-11-05', 138, 86)
    await recompute()
    const [score] = await scores('blood_pressure', '&include[]=sources')
    expect(score.point).toBe(100)
    expect(score.sources).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'home_systolic_blood_pressure', value: 123, status: 0, day: '2026-11-05' })]),
    )
  })
  test('do not exist for a person without data', async () => {
    await recompute()
    expect((await doctor.get(`/api/health_scores?user_id=${hanako.id}`)).body.items).toEqual([])
  })
})

describe('ranks of scores', () => {
  const kidney = async (egfr: number) => {
    await result('egfr', egfr, egfr < 60 ? 1 : 0)
    await result('creatinine', 0.8, 0)
    await result('urine_protein', 0, 0)
  }
  /** Healthy values of enough categories for a total. */
  const healthy = async () => {
    for (const name of ['bmi', 'waist_circumference', 'systolic_blood_pressure', 'diastolic_blood_pressure', 'hba1c', 'fasting_glucose'])
      await result(name, 1, 0)
    for (const name of ['ldl_cholesterol', 'hdl_cholesterol', 'triglyceride', 'non_hdl_cholesterol', 'ast', 'alt', 'ggt']) await result(name, 1, 0)
  }
  test.each([
    [91.8, 100, 'A', 'A', []],
    [58.1, 72, 'C', 'B', ['outside']],
    [44.9, 72, 'D', 'C', ['far']],
  ])('an eGFR of %d gives %d points, the rank %s for the kidneys and the rank %s in total', async (egfr, point, rank, totalRank, findings) => {
    await healthy()
    await kidney(egfr)
    await recompute()
    expect(await scores('kidney')).toMatchObject([{ point, rank }])
    const [total] = await scores('total', '&include[]=sources')
    expect(total.point).toBeGreaterThanOrEqual(95)
    expect(total.rank).toBe(totalRank)
    expect(total.caps.map(({ finding }: { finding: string }) => finding)).toEqual(findings)
    if (findings.length)
      expect(total.caps[0]).toMatchObject({ name: 'egfr', display_name: '推算糸球体濾過量（eGFR）', value: egfr, decimals: 1, day: '2026-11-01' })
  })
  test('of several findings, only those that lower the rank are listed', async () => {
    await result('ast', 60, 1)
    await result('ggt', 90, 1)
    for (const name of ['alt', 'albumin']) await result(name, 4.5, 0)
    await recompute()
    // the points and the GGT allow C; only the AST, which is far beyond its range, lowers the rank to D
    expect(await scores('liver', '&include[]=sources')).toMatchObject([{ point: 63, rank: 'D', caps: [{ finding: 'far', name: 'ast' }] }])
  })
  test('a critical value of an item in no score category lowers the total, too', async () => {
    await healthy()
    await result('potassium', 6.9, 1)
    await db().execute(sql`update test_results set is_serious = true where user_id = ${hanako.id} and value = 6.9`)
    await recompute()
    expect(await scores('total', '&include[]=sources', hanako)).toMatchObject([{ rank: 'D', caps: [{ finding: 'serious', name: 'potassium' }] }])
  })
  test('an unsolved problem lowers the total until it is solved; a suspicion does not', async () => {
    await healthy()
    const { rows } = await db().execute<{ id: number }>(sql`select id from diseases where code = 'chronic_kidney_disease'`)
    const add = (kind: string) =>
      doctor.request('POST', '/api/assessments', { body: { user_id: hanako.id, disease_id: rows[0]!.id, kind, conducted_on: '2026-11-02' } })
    await add('suspect')
    await testApp.runJobs()
    expect(await scores('total')).toMatchObject([{ rank: 'A' }])
    const { body } = await add('problem')
    await testApp.runJobs()
    const [total] = await scores('total', '&include[]=sources', doctor, 'en')
    expect(total).toMatchObject({ rank: 'B', caps: [{ finding: 'illness', display_name: 'Chronic kidney disease', value: null, day: '2026-11-02' }] })
    await doctor.request('PUT', `/api/assessments/${body.id}`, { body: { solved_on: '2026-11-21' } })
    await testApp.runJobs()
    expect(await scores('total', '&include[]=sources')).toMatchObject([{ rank: 'A', caps: [] }])
  })
  test('staff can see that results wait for their release, patients cannot', async () => {
    const wait = async (member: Member) => (await member.get(`/api/health_scores?user_id=${hanako.id}`)).body.has_unreleased
    expect(await wait(doctor)).toBe(false)
    await lipids(await packageOf(null))
    expect([await wait(doctor), await wait(hanako)]).toEqual([true, false])
  })
})

describe('inputs of scores', () => {
  test('a checkup counts from its release on, for staff and patient alike', async () => {
    await lipids(await packageOf('2026-11-10T00:00:00Z'))
    const hidden = await packageOf(null)
    await result('ldl_cholesterol', 100, 0, { day: '2026-11-15', test_package_id: hidden })
    await recompute()
    for (const member of [hanako, doctor]) expect(await scores('lipid', '', member)).toMatchObject([{ point: 59 }])
    expect(JSON.stringify(await scores('lipid', '&include[]=sources', hanako))).not.toContain('2026-11-15')
    await db().execute(sql`update test_packages set released_at = '2026-11-20T16:00:00Z' where id = ${hidden}`)
    await recomputeFor('test_packages')
    await testApp.runJobs()
    expect(await scores('lipid', '', hanako)).toMatchObject([{ point: 84 }])
  })
  test('results without a status or older than 400 days do not count', async () => {
    await result('hba1c', 5, 0, { day: '2025-10-17' })
    await result('fasting_glucose', 90, null, { day: '2026-11-01' })
    await recompute()
    // 400 days before 2026-11-21 is 2025-10-17
    expect(await scores('glucose', '&include[]=sources')).toMatchObject([{ point: null, sources: [{ name: 'hba1c' }] }])
    now = new Date('2026-11-21T16:00:00Z')
    await recompute()
    expect(await scores('glucose', '&include[]=sources')).toMatchObject([{ point: null, sources: [] }])
  })
})

describe('history of scores', () => {
  test('has at most one score per day, and none for a day without a change', async () => {
    await lipids()
    await recompute()
    await result('ldl_cholesterol', 110, 0, { day: '2026-11-19' })
    await recompute()
    expect(await scores('lipid', '&count=9')).toMatchObject([{ point: 84 }])
    now = new Date('2026-11-22T16:00:00Z')
    await recompute()
    expect(await scores('lipid', '&count=9')).toHaveLength(1)
    await result('ldl_cholesterol', 130, 2, { day: '2026-11-22' })
    await recompute()
    expect(await scores('lipid', '&count=9')).toMatchObject([{ point: 73 }, { point: 84 }])
    expect(await scores('lipid')).toMatchObject([{ point: 73, calculated_at: '2026-11-22T16:00:00.000Z' }])
  })
  test('gets a new score when values expire', async () => {
    await lipids()
    await recompute()
    const scoresAfterNightlyJob = async () => {
      await testApp.context.jobs.send(db(), 'health_scores_aged', {})
      await testApp.runJobs()
      return scores('lipid', '&count=9')
    }
    now = new Date('2027-12-05T16:00:00Z')
    expect(await scoresAfterNightlyJob()).toHaveLength(1)
    now = new Date('2027-12-06T16:00:00Z')
    expect(await scoresAfterNightlyJob()).toMatchObject([{ point: null, rank: null }, { point: 59 }])
    expect(await scoresAfterNightlyJob()).toHaveLength(2)
  })
})

describe('the job of scores', () => {
  test('runs after a call that changes steps, not after a rejected one', async () => {
    const steps = (count: number) => hanako.request('POST', '/api/steps/bulk', { body: { user_id: hanako.id, steps: [{ measured_on: '2026-11-20', count }] } })
    await answer('sitting_long', 0)
    expect((await steps(-1)).status).toBe(422)
    expect(await testApp.runJobs()).toEqual([])
    expect((await steps(7000)).status).toBe(201)
    expect(await testApp.runJobs()).toEqual(['health_scores'])
    // (4 × 90 + 2 × 100) / 6
    expect(await scores('exercise')).toMatchObject([{ point: 93, rank: 'A' }])
  })
  test('is queued once for several changes, and not for changes that affect no score', async () => {
    await recomputeFor('kartes')
    expect(await testApp.runJobs()).toEqual([])
    await recomputeFor('steps')
    await recomputeFor('test_results', 'lifestyles')
    expect(await testApp.runJobs()).toEqual(['health_scores'])
  })
  test('publishes only scores that changed', async () => {
    const countEvents = async () =>
      (await db().execute<{ n: number }>(sql`select count(*)::int as n from events where patient_id = ${hanako.id} and changes = '{health_scores}'`)).rows[0]!.n
    const before = await countEvents()
    await lipids()
    await recompute()
    await recompute()
    expect((await countEvents()) - before).toBe(1)
  })
})

test('patients read only their own scores, the total first, then in the order of the catalogue', async () => {
  await lipids()
  await insertSteps('2026-11-19', 8000)
  await recompute()
  const { status, body } = await hanako.get(`/api/health_scores?user_id=${hanako.id}`)
  expect(status).toBe(200)
  expect(body.items.map(({ category }: { category: { name: string } }) => category.name)).toEqual(['total', 'lipid', 'exercise'])
  expect((await taro.get(`/api/health_scores?user_id=${hanako.id}`)).status).toBe(404)
})
