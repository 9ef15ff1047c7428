import { eq, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { FileUrlOf } from '../../files/signed-file.ts'
import { kartes } from './tables.ts'

/** Who writes drafts and kartes. Drafts are visible to their author only, not even to admins. */
export type Writer = {
  actor: Actor
  scope: PatientScope
  urlOf: FileUrlOf
  /** Whose kartes may be changed; undefined: everyone's. */
  author_id: number | undefined
}
/** Staff may write about every patient they may read, but change only their own kartes; admins may change all. */
export const writerIn = (scope: PatientScope, actor: Actor, urlOf: FileUrlOf): Writer => ({
  actor,
  scope: scope.withPermission('kartes.read'),
  author_id: scope.own,
  urlOf,
})

/** Which kartes a writer may change. `isLimited`: the writer has an `author_id` and may change only that author's kartes. */
export const isChangeable = (isLimited: boolean) => (isLimited ? eq(kartes.author_id, sql.placeholder('author_id')) : undefined)
