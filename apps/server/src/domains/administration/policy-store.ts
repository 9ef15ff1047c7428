import { type Language, languages } from '@sukoyaka/phrases/language'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { addPolicy, listPolicies, PolicyInput } from '@sukoyaka/wire/boards/admin/policy'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import type { FieldReason } from '@sukoyaka/wire/errors'
import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { assertValid, normalizeText } from '../../access/rows.ts'
import type { Db } from '../../database/db.ts'
import { pageOf } from '../../database/page.ts'
import { conditionOf, equalTo, filtersOf, preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { type PolicyTexts, policies, policy_agreements } from '../policy/tables.ts'
import { nameContains, nameWords, orderOf } from './list-store.ts'

type Version = Reply<typeof addPolicy>

const today = sql`(now() at time zone 'Asia/Tokyo')::date`
const isReplaced = sql`exists (select from ${policies} newer where newer.kind = policies.kind and newer.version > policies.version and newer.effective_on <= ${today})`
const state = sql<
  'current' | 'future' | 'replaced'
>`case when ${policies.effective_on} > ${today} then 'future' when ${isReplaced} then 'replaced' else 'current' end`

const titles = sql.join(
  languages.map((language) => sql`(${policies.texts} -> ${language}::text ->> 'title')`),
  sql` || ' ' || `,
)
const filters = { ...equalTo({ kind: policies.kind }), typed: nameContains(titles) }

const pagesOfPolicies = preparedQuery((db, given: string, sort: string) =>
  db
    .select({
      id: policies.id,
      kind: policies.kind,
      version: policies.version,
      title: sql<string>`${policies.texts} -> ${sql.placeholder('language')}::text ->> 'title'`,
      state,
      effective_on: policies.effective_on,
      agreement_count: sql<number>`(select count(*)::int from ${policy_agreements} where ${policy_agreements.policy_id} = policies.id)`,
      created_at: policies.created_at,
      total_count: sql<number>`(count(*) over ())::int`,
    })
    .from(policies)
    .where(conditionOf(filters, given))
    .orderBy(...orderOf({ effective_on: policies.effective_on }, policies.id, sort))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)
/** The policies, with titles in the language of the request. */
export const allPolicies = (db: Db, { q, kind, sort = '-effective_on', page = 1 }: Input<typeof listPolicies>, language: Language) => {
  const values = { kind, ...nameWords(q) }
  return pageOf(page, (limits) => pagesOfPolicies(db, filtersOf(values), sort).execute({ ...values, language, ...limits }))
}

const policyById = preparedQuery((db) =>
  db
    .select({ ...getTableColumns(policies), isFuture: sql<boolean>`${policies.effective_on} > ${today}` })
    .from(policies)
    .where(eq(policies.id, sql.placeholder('id'))),
)
const newestOfKind = preparedQuery((db) =>
  db
    .select({ id: policies.id, version: policies.version, effective_on: policies.effective_on })
    .from(policies)
    .where(eq(policies.kind, sql.placeholder('kind')))
    .orderBy(desc(policies.version))
    .limit(1)
    .for('update'),
)

/** Throws 404. */
export const policyOf = async (db: Db, id: number): Promise<Version> => {
  const [found] = await policyById(db).execute({ id })
  if (!found) throw apiError('not_found')
  const { texts, isFuture: _, ...policy } = found
  return { ...policy, ...texts }
}

const textsOf = ({ title, summary, body, changes }: PolicyInput['ja']): PolicyTexts['ja'] => ({
  title: normalizeText(title),
  summary: summary.map(normalizeText).filter(Boolean),
  body: normalizeText(body),
  changes: changes.map(normalizeText).filter(Boolean),
})

/**
 * Adds the next version of a kind. Throws 422 without a title, a body or, after the first version, changes, and unless the version takes effect after today
 * and after the one before it; 409 if another administrator added a version at the same time.
 */
export const insertPolicy = async (db: Db, { kind, effective_on, ...input }: PolicyInput, now: Date): Promise<Version> => {
  const texts = Object.fromEntries(languages.map((language) => [language, textsOf(input[language])])) as PolicyTexts
  const [newest] = await newestOfKind(db).execute({ kind })
  const problems = languages.flatMap((language): [string, FieldReason | false][] => [
    [`${language}.title`, !texts[language].title && 'required'],
    [`${language}.body`, !texts[language].body && 'required'],
    [`${language}.changes`, newest !== undefined && !texts[language].changes.length && 'required'],
  ])
  const isEarly = newest !== undefined && effective_on <= newest.effective_on
  assertValid({ effective_on: effective_on <= tokyoDay(now) ? 'before_tomorrow' : isEarly && 'before_last_version', ...Object.fromEntries(problems) })
  const [added] = await db
    .insert(policies)
    .values({ kind, version: (newest?.version ?? 0) + 1, texts, effective_on })
    .onConflictDoNothing()
    .returning({ id: policies.id })
  if (!added) throw apiError('conflict')
  return policyOf(db, added.id)
}

/** Deletes the newest version of a kind. Throws 404, and 422 for an older version or one that has taken effect. */
export const deletePolicy = async (db: Db, id: number): Promise<null> => {
  const [found] = await policyById(db).execute({ id })
  if (!found) throw apiError('not_found')
  const [newest] = await newestOfKind(db).execute({ kind: found.kind })
  if (!found.isFuture || newest?.id !== id) throw apiError('policy_in_force')
  await db.delete(policies).where(eq(policies.id, id))
  return null
}
