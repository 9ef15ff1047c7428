import { tokyoDay } from '@sukoyaka/rules/time'
import type { releaseTestPackage, takeBackTestPackage } from '@sukoyaka/wire/record/checkup'
import type { Call } from '../../../http/serve.ts'
import { forgetRecord, tellOfRecord } from '../../notification/record-store.ts'
import { releasePackage, takeBackPackage } from '../package-store.ts'

/** Who tells the patient, once the release stands. */
export const tellReleased = 'tell_released'

/** Shows the patient a checkup's results; the mail goes out when the call is done and cannot be undone. */
export const release = async ({ db, context, scope, actor, input, language }: Call<typeof releaseTestPackage>) => {
  const { released, released_at } = await releasePackage(scope, actor, input, language, tokyoDay(context.clock()))
  if (!released_at) return released
  await context.jobs.send(db, tellReleased, { test_package_id: released.id, released_at })
  await tellOfRecord(scope, { user_id: released.user_id, kind: 'results_released', record_id: released.id })
  return released
}

/** Who was told of it is not led to what is hidden again. */
export const takeBack = async ({ scope, input, language }: Call<typeof takeBackTestPackage>) => {
  const hidden = await takeBackPackage(scope, input.id, language)
  await forgetRecord(scope, { kind: 'results_released', record_id: input.id })
  return hidden
}
