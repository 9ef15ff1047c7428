import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, lte, ne, sql } from 'drizzle-orm'
import { referenceFolder } from '../config/folders.ts'
import type { Db } from '../database/db.ts'
import { reference_versions } from '../database/tables.ts'

/** The version of the reference data of this program, and the hash of its files, by which a test finds out that the version was not raised with a change. */
export const readVersion = (): { version: number; hash: string } => JSON.parse(readFileSync(join(referenceFolder, 'version.json'), 'utf8'))

/** Records that this part is loaded. False if another server has loaded it meanwhile, or a newer version of it. */
export const claimPart = async (db: Db, part: { name: string; hash: string; version: number }): Promise<boolean> => {
  const { hash, version } = part
  const { rowCount } = await db
    .insert(reference_versions)
    .values(part)
    .onConflictDoUpdate({
      target: reference_versions.name,
      set: { hash, version, loaded_at: sql`now()` },
      setWhere: and(ne(reference_versions.hash, hash), lte(reference_versions.version, version)),
    })
  return rowCount === 1
}
