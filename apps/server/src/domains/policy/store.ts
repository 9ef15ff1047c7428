import type { Language } from '@sukoyaka/phrases/language'
import { type PolicyKind, policyKinds } from '@sukoyaka/wire/people/account'
import type { Policy } from '@sukoyaka/wire/people/policy'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { policy_agreements as agreements, policies } from './tables.ts'

const currentPolicies = preparedQuery((db) =>
  db
    .select({ id: policies.id, version: policies.version, texts: policies.texts, effective_on: policies.effective_on })
    .from(policies)
    .where(and(eq(policies.kind, sql.placeholder('kind')), sql`${policies.effective_on} <= (now() at time zone 'Asia/Tokyo')::date`))
    .orderBy(desc(policies.version))
    .limit(1),
)

/** The newest version in force; undefined before the first one is in force. */
const currentOf = async (db: Db, kind: PolicyKind) => {
  const [found] = await currentPolicies(db).execute({ kind })
  return found
}

export const currentPolicy = async (db: Db, kind: PolicyKind, language: Language): Promise<Policy> => {
  const found = await currentOf(db, kind)
  if (!found) throw apiError('not_found')
  const { texts, ...policy } = found
  return { ...policy, ...texts[language] }
}

const agreementsOfUser = preparedQuery((db) =>
  db
    .select({ id: agreements.id, policy_id: agreements.policy_id, version: policies.version, agreed_at: agreements.agreed_at })
    .from(agreements)
    .innerJoin(policies, eq(policies.id, agreements.policy_id))
    .where(and(eq(agreements.user_id, sql.placeholder('user_id')), eq(policies.kind, sql.placeholder('kind'))))
    .orderBy(desc(policies.version)),
)

export const agreementsOf = (db: Db, actor: Pick<Actor, 'id'>, kind: PolicyKind) => agreementsOfUser(db).execute({ user_id: actor.id, kind })

/** Throws 422 unless this is the version in force: nobody agrees to a text that has been replaced. */
export const requireCurrent = async (db: Db, kind: PolicyKind, id: number) => {
  if ((await currentOf(db, kind))?.id !== id) throw apiError('policy_outdated', { fields: { [`${kind}_id`]: ['not_allowed'] } })
}

/** Records an agreement with its time. A repeated one keeps the time of the first. */
export const agree = async (db: Db, actor: Pick<Actor, 'id'>, kind: PolicyKind, policy_id: number) => {
  await requireCurrent(db, kind, policy_id)
  await db.insert(agreements).values({ user_id: actor.id, policy_id }).onConflictDoNothing()
  return (await agreementsOf(db, actor, kind)).find((agreement) => agreement.policy_id === policy_id)!
}

/** The kinds that have a version in force: an activation has to agree to each of them. */
export const kindsInForce = async (db: Db): Promise<PolicyKind[]> => {
  const found: PolicyKind[] = []
  for (const kind of policyKinds) if (await currentOf(db, kind)) found.push(kind)
  return found
}

/** The kinds whose version in force the person has not agreed to. */
export const policiesToAgree = async (db: Db, user_id: number): Promise<PolicyKind[]> => {
  const pending: PolicyKind[] = []
  for (const kind of policyKinds) {
    const current = await currentOf(db, kind)
    if (current && !(await agreementsOf(db, { id: user_id }, kind)).some(({ policy_id }) => policy_id === current.id)) pending.push(kind)
  }
  return pending
}
