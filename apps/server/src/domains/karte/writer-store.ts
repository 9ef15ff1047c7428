import { eq, type SQL } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { AddressOf } from '../../files/signed-file.ts'
import { kartes } from './tables.ts'

/** The author of drafts and kartes. Drafts are visible to their author only, not even to admins. */
export type Writer = { actor: Actor; scope: PatientScope; address: AddressOf; mayChange: SQL | undefined }
/** Staff may write about every patient they may read, but change only their own kartes; admins may change all. */
export const writerIn = (scope: PatientScope, actor: Actor, address: AddressOf): Writer => ({
  actor,
  scope: scope.withPermission('kartes.read'),
  mayChange: scope.own === undefined ? undefined : eq(kartes.author_id, scope.own),
  address,
})
