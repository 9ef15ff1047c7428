import { tokyoDay } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { releaseTestPackage } from '@sukoyaka/wire/record/checkup'
import type { Actor } from '../../../access/actor.ts'
import type { Call } from '../../../http/serve.ts'
import { notifyOfRecord } from '../../notification/record-store.ts'
import { releasePackage } from '../package-store.ts'

/** Queue that mails the patient after the commit. */
export const releaseNoticeQueue = 'tell_released'

type Release = Input<typeof releaseTestPackage>
type Releasing = Pick<Call<typeof releaseTestPackage>, 'db' | 'context' | 'scope' | 'language'> & { actor: Pick<Actor, 'id'> }

/** Releases a checkup's results to the patient. A mail cannot be undone, so a job sends it after the commit. */
export const releaseCheckup = async ({ db, context, scope, actor, language }: Releasing, input: Release) => {
  const { released, released_at } = await releasePackage(scope, actor, input, language, tokyoDay(context.clock()))
  if (!released_at) return released
  await context.jobs.send(db, releaseNoticeQueue, { test_package_id: released.id, released_at })
  await notifyOfRecord(scope, { user_id: released.user_id, kind: 'results_released', record_id: released.id })
  return released
}

export const release = (call: Call<typeof releaseTestPackage>) => releaseCheckup(call, call.input)
