import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Config } from '../config/config.ts'
import { sealingKey } from '../config/seal.ts'
import { existingSecret, readSecret } from '../config/secret.ts'
import type { Db } from '../database/db.ts'
import { StartupError } from '../database/postgres-paths.ts'

type Settings = Pick<Config, 'secret_key' | 'data_dir'>

/** Derived with the secret as key, for no other purpose: whoever reads it learns nothing about the keys of other purposes. */
const fingerprintOf = (secret: Buffer) => sealingKey(secret, 'fingerprint').toString('base64url')

const storedFingerprint = async (db: Db) => {
  const { rows } = await db.execute<{ secret_fingerprint: string | null }>(sql`select secret_fingerprint from installation`)
  return rows[0]!.secret_fingerprint
}

/**
 * The secret of this server. Throws if the database was written with another one: what was sealed with that could not be opened. A database without a
 * fingerprint is new, or of an earlier version, and gets that of this secret. A missing file is not created for a database that had one.
 */
export const requireKnownSecret = async (db: Db, config: Settings): Promise<Buffer> => {
  if ((await storedFingerprint(db)) === null) {
    const fingerprint = fingerprintOf(readSecret(config))
    // another server may store its own at the same time
    await db.execute(sql`update installation set secret_fingerprint = ${fingerprint} where secret_fingerprint is null`)
  }
  const secret = existingSecret(config)
  if (secret && fingerprintOf(secret) === (await storedFingerprint(db))) return secret
  throw new StartupError(
    `${secret ? 'The secret key is not the one of this database' : 'There is no secret key'}: set the SECRET_KEY of this database, or put its file "secret" at ${join(config.data_dir, 'secret')}. If it is lost or was changed on purpose, stop all servers and run "npm run admin -- change-secret"`,
  )
}

/** Whether the database was written with another secret. It may be older than the program, so the table may be missing. */
export const hasOtherSecret = async (db: Db, secret: Buffer): Promise<boolean> => {
  const { rows } = await db.execute(
    sql`select from information_schema.columns where table_schema = 'public' and table_name = 'installation' and column_name = 'secret_fingerprint'`,
  )
  const fingerprint = rows.length ? await storedFingerprint(db) : null
  return fingerprint !== null && fingerprint !== fingerprintOf(secret)
}

/** Codes in mail are not among it: they expire soon, and their links stay valid. */
const endedWithSecret = [
  sql`update shares set revoked_at = now(), sealed_secret = null where revoked_at is null and expires_at > now()`,
  sql`update app_grants set revoked_at = now() where revoked_at is null`,
  sql`update google_api_tokens set refused_at = now() where refused_at is null`,
]

/** Uses the configured secret from now on, which is created if there is none, and ends what the earlier one had sealed or hashed, if it was another one. */
export const changeSecret = async (db: Db, config: Settings): Promise<void> => {
  const fingerprint = fingerprintOf(readSecret(config))
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(
      sql`update installation set secret_fingerprint = ${fingerprint} where secret_fingerprint is distinct from ${fingerprint}`,
    )
    if (rowCount) for (const statement of endedWithSecret) await tx.execute(statement)
  })
}
