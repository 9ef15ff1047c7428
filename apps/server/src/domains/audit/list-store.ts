import { records } from '@sukoyaka/phrases/boards/records'
import type { Language } from '@sukoyaka/phrases/language'
import { fullName } from '@sukoyaka/rules/person'
import { addDays, tokyoStartOfDay, tokyoTimestamp } from '@sukoyaka/rules/time'
import type { AuditLog, exportAuditLogs, listAuditLogs } from '@sukoyaka/wire/boards/audit'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { desc, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { conditionOf, equalTo, filtersOf, preparedQuery, rawQuery } from '../../database/prepared.ts'
import { audit_changes as changes, audit_logs as logs } from '../../database/tables.ts'
import { apiError } from '../../errors/api-error.ts'
import { peopleByIds } from '../account/store.ts'
import { bom, csvLine } from '../results-import/csv.ts'

type Filters = Input<typeof exportAuditLogs>
const pageSize = 50
const [maxExported, exportBatch] = [50_000, 100]

const conditions = {
  ...equalTo({ user_id: logs.user_id, patient_id: logs.patient_id, outcome: logs.outcome }),
  before: lt(logs.id, sql.placeholder('before')),
  start: gte(logs.at, sql.placeholder('start')),
  end: lt(logs.at, sql.placeholder('end')),
}
const logsWhere = preparedQuery((db, given: string) =>
  db.select().from(logs).where(conditionOf(conditions, given)).orderBy(desc(logs.id)).limit(sql.placeholder('limit')),
)
const firstLeftOut = preparedQuery((db, given: string) =>
  db.select({ id: logs.id }).from(logs).where(conditionOf(conditions, given)).orderBy(desc(logs.id)).offset(maxExported).limit(1),
)
const valuesOf = ({ from, to, ...equal }: Filters, before?: number) => ({
  ...equal,
  before,
  start: from === undefined ? undefined : tokyoStartOfDay(from).toISOString(),
  end: to === undefined ? undefined : tokyoStartOfDay(addDays(to, 1)).toISOString(),
})
const newestLogs = (db: Db, filters: Filters, before: number | undefined, limit: number) => {
  const values = valuesOf(filters, before)
  return logsWhere(db, filtersOf(values)).execute({ ...values, limit })
}
const isTooLong = async (db: Db, filters: Filters) => {
  const values = valuesOf(filters)
  return (await firstLeftOut(db, filtersOf(values)).execute(values)).length > 0
}

const maxChanges = 1_000
type Change = AuditLog['changes'][number] & { request_id: string }
/** The first changes of each request, up to one more than `maxChanges`, which shows that there are more. */
const changesOfRequests = preparedQuery(() =>
  rawQuery<Change>(sql`
    select change.id, change.request_id, change.table_name, change.row_id, change.operation, change.before, change.after
    from unnest(${sql.placeholder('request_ids')}::text[]) wanted (request_id)
      cross join lateral (select c.* from ${changes} c where c.request_id = wanted.request_id order by c.id limit ${sql.raw(String(maxChanges + 1))}) change
    order by change.id`),
)
const changesOf = async (db: Db, request_ids: readonly string[]) => {
  const found = request_ids.length ? await changesOfRequests(db).execute({ request_ids }) : []
  return Map.groupBy(found, ({ request_id }) => request_id)
}

type Log = typeof logs.$inferSelect

const withNames = async (db: Db, rows: readonly Log[]): Promise<AuditLog[]> => {
  const ids = new Set(rows.flatMap(({ user_id, patient_id }) => [user_id ?? [], patient_id ?? []].flat()))
  const people = await peopleByIds(db, [...ids])
  const requests = rows.flatMap(({ request_id, read_window }) => (request_id !== null && read_window === null ? [request_id] : []))
  const changesByRequest = await changesOf(db, [...new Set(requests)])
  return rows.map(({ id, at, user_id, patient_id, action, outcome, status, ip, request_id }) => {
    const found = changesByRequest.get(request_id ?? '') ?? []
    return {
      ...{ id, at, action, status, ip },
      // the server writes only these outcomes
      outcome: outcome as AuditLog['outcome'],
      person: people.get(user_id ?? 0) ?? null,
      patient: people.get(patient_id ?? 0) ?? null,
      changes: found.slice(0, maxChanges),
      has_more_changes: found.length > maxChanges,
    }
  })
}

export const auditLogs = async (db: Db, { before, ...filters }: Input<typeof listAuditLogs>): Promise<Reply<typeof listAuditLogs>> => {
  const rows = await newestLogs(db, filters, before, pageSize + 1)
  const page = rows.slice(0, pageSize)
  return { items: await withNames(db, page), next_before: rows.length > pageSize ? page.at(-1)!.id : null }
}

const columns = ['atInJapan', 'person', 'patient', 'action', 'outcome', 'status', 'ip', 'changes'] as const

/** The audit log as CSV, newest first. Read in batches. Throws 422 beyond `maxExported` entries: a log without its oldest ones would look whole. */
export const auditCsv = async (db: Db, filters: Filters, language: Language): Promise<string> => {
  if (await isTooLong(db, filters)) throw apiError('log_too_long', { values: { max: maxExported.toLocaleString('ja-JP') } })
  const phrases = records[language]
  const lines = [bom, csvLine(columns.map((name) => phrases[`audit.${name}`]))]
  let before: number | undefined
  for (;;) {
    const rows = await newestLogs(db, filters, before, exportBatch)
    for (const log of await withNames(db, rows)) {
      const [person, patient] = [log.person, log.patient].map((each) => (each ? fullName(each, language) : ''))
      const changed = log.changes.map(({ table_name, row_id, operation, before, after }) => JSON.stringify({ table_name, row_id, operation, before, after }))
      if (log.has_more_changes) changed.push(phrases['audit.moreChanges'])
      const outcome = phrases[`audit.outcome.${log.outcome}`]
      lines.push(csvLine([tokyoTimestamp(log.at), person!, patient!, log.action, outcome, String(log.status), log.ip ?? '', changed.join(' ')]))
    }
    if (rows.length < exportBatch) break
    before = rows.at(-1)!.id
  }
  return lines.join('')
}
