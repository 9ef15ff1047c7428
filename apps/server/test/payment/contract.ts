import { sql } from 'drizzle-orm'
import type { Member, TestApp } from '../test-app.ts'

/** ID of a plan by its `name`, for example `light_monthly`. */
export const planIdOf = async ({ context }: TestApp, name: string) =>
  Number((await context.db.execute(sql`select id from plans where name = ${name}`)).rows[0]!.id)

/** All contracts, oldest first: name of the plan, first day, and the day after the last one (null: open-ended), in Tokyo. */
export const contractPeriods = async ({ context }: TestApp) =>
  (
    await context.db.execute<{ name: string; started: string; ended: string | null }>(sql`
      select p.name, (started_at at time zone 'Asia/Tokyo')::date::text as started, (ended_at at time zone 'Asia/Tokyo')::date::text as ended
      from contracts c join plans p on p.id = c.plan_id order by started_at`)
  ).rows.map(({ name, started, ended }) => [name, started, ended])

/** A patient's charges as `reader` sees them, newest first: due day and status. */
export const chargesOf = async (reader: Member, patientId: number) =>
  (await reader.get(`/api/memberships/${patientId}`)).body.charges.map(({ due_on, status }: Record<string, string>) => [due_on, status])

/** Gives a patient a contract without end, of a plan with or without messages. */
export const addContract = ({ context }: TestApp, patientId: number, { chat }: { chat: boolean }) =>
  context.db.execute(sql`insert into contracts (user_id, plan_id, auto_update, started_at)
    select ${patientId}, p.id, true, '2024-01-01T00:00:00Z' from plans p join services s on s.id = p.service_id where s.chat = ${chat} order by p.id limit 1`)
