import { addDays, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../test/test-app.ts'
import { toolsFor } from '../../access/patient-query.ts'
import { loadReference } from '../../reference/load.ts'
import { personSheets } from './sheet/person-store.ts'

test('until the day of a renewal, the export and FHIR give the end of a contract that the API shows, not the end of the retries', async () => {
  const { context, hanako } = await openTestApp()
  await loadReference(context.db)
  const run = async (query: ReturnType<typeof sql>) => (await context.db.execute<Record<string, unknown>>(query)).rows
  const today = tokyoDay(new Date())
  // still ahead if midnight passes during the test
  const [renewal, moved] = [addDays(today, 2), addDays(today, 9)]
  const startOf = (day: string) => tokyoStartOfDay(day).toISOString()
  await run(sql`
    with c as (insert into contracts (user_id, plan_id, started_at, ended_at, auto_update)
      select ${hanako.id}, min(id), ${startOf(addDays(today, -30))}, ${startOf(moved)}, true from plans returning id)
    insert into contract_charges (user_id, contract_id, due_on, period_until, renewed_until, amount)
    select ${hanako.id}, id, ${renewal}, ${addDays(today, 31)}, ${addDays(today, 31)}, 100 from c`)
  const shown = async () => {
    const [contract] = (await hanako.get(`/api/contracts?user_ids[]=${hanako.id}`)).body.items
    const { entry } = (await hanako.get(`/fhir/R4/Coverage?patient=${hanako.id}`)).body
    const [row] = await run(personSheets.find(({ name }) => name === 'contracts')!.select(toolsFor(false), 'ja'))
    return [contract.ended_at, new Date(entry[0].resource.period.end).toISOString(), row!.ended_at]
  }
  expect(await shown()).toEqual([startOf(renewal), startOf(renewal), `${renewal} 00:00`])
  // the card was tried
  await run(sql`update contract_charges set first_tried_on = ${today}`)
  expect(await shown()).toEqual([startOf(moved), startOf(moved), `${moved} 00:00`])
})
