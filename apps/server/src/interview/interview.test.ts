import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openWorld, type World } from '../../test/world.ts'

let world: World
let hanako: Member, taro: Member, doctor: Member, nurse: Member, observer: Member
const add = async (interviewee_id: number, conducted_at: string, staff: Member[]) => {
  const { db } = world.house
  const { rows } = await db.execute<{ id: number }>(
    sql`insert into interviews (interviewee_id, kind, conducted_at, meeting_type) values (${interviewee_id}, 'follow', ${conducted_at}, 'other') returning id`,
  )
  const id = Number(rows[0]!.id)
  for (const [place, { id: staff_id }] of staff.entries())
    await db.execute(sql`insert into interview_participants (interview_id, staff_id, place) values (${id}, ${staff_id}, ${place})`)
  return id
}
const note = (user_id: number, author_id: number, memo: string, at: string) =>
  world.house.db.execute(sql`insert into kartes (user_id, author_id, memo, created_at) values (${user_id}, ${author_id}, ${memo}, ${at})`)

beforeAll(async () => {
  world = await openWorld()
  ;({ hanako, taro } = world)
  ;({ doctor, nurse, observer } = world.staff)
})

test('a patient’s interviews are read newest first, with those who take part, by the patient and the care team', async () => {
  const first = await add(hanako.id, '2026-10-01T05:00:00Z', [nurse])
  const next = await add(hanako.id, '2026-11-27T05:00:00Z', [doctor, nurse])
  await add(taro.id, '2026-11-27T05:00:00Z', [doctor])
  for (const who of [hanako, doctor, observer]) {
    const { status, body } = await who.get(`/api/interviews?interviewee_id=${hanako.id}`)
    expect(status).toBe(200)
    expect(body.items.map(({ id }: { id: number }) => id)).toEqual([next, first])
    expect(body.items[0].participants.map(({ id }: { id: number }) => id)).toEqual([doctor.id, nurse.id])
    expect(body.items[0].participants[0]).not.toHaveProperty('email')
  }
  const between = '&from=2026-10-01T05:00:00Z&to=2026-11-27T05:00:00Z'
  const { body } = await doctor.get(`/api/interviews?interviewee_id=${hanako.id}${between}`)
  expect(body.items.map(({ id }: { id: number }) => id)).toEqual([first])
  expect((await taro.get(`/api/interviews?interviewee_id=${hanako.id}`)).status).toBe(404)
  expect((await doctor.get(`/api/interviews?interviewee_id=${doctor.id}`)).status).toBe(404)
})

test('kartes are the care team’s: newest first, 25 a page, and never a patient’s to read', async () => {
  for (let day = 1; day <= 27; day += 1) await note(hanako.id, nurse.id, `${day}日`, `2026-10-${String(day).padStart(2, '0')}T00:00:00Z`)
  await note(taro.id, nurse.id, '別の人', '2026-10-30T00:00:00Z')
  const { body } = await observer.get(`/api/kartes?user_id=${hanako.id}`)
  expect(body).toMatchObject({ page: 1, next_page: 2, total_count: 27 })
  expect(body.items[0]).toMatchObject({ memo: '27日', interview_id: null, author: { id: nurse.id, role: 'nurse' } })
  expect((await doctor.get(`/api/kartes?user_id=${hanako.id}&page=2`)).body.items.map(({ memo }: { memo: string }) => memo)).toEqual(['2日', '1日'])
  expect((await hanako.get(`/api/kartes?user_id=${hanako.id}`)).status).toBe(403)
  expect((await hanako.get(`/api/kartes?user_id=${taro.id}`)).status).toBe(403)
})
