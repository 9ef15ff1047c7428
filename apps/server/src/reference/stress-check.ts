import type { Db } from '../database/db.ts'
import { job_stress_check_versions } from '../domains/stress-check/tables.ts'

/** Inserts a new version, because stored answers refer to the version they were given to. */
export const loadStressCheck = async (db: Db, text: string) => {
  const { examples: _, ...definition } = JSON.parse(text)
  await db.insert(job_stress_check_versions).values({ definition })
}
