import { tokyoDay } from '@sukoyaka/rules/time'
import type { releaseTestPackage } from '@sukoyaka/wire/checkup'
import type { Call } from '../../kit/serve.ts'
import { releasePackage } from '../package-store.ts'

/** Who tells the patient, once the release stands. */
export const tellReleased = 'tell_released'

/** Shows the patient a checkup's results; the mail goes out when the call is done and cannot be undone. */
export const release = async ({ db, house, reach, actor, input, language }: Call<typeof releaseTestPackage>) => {
  const { released, released_at } = await releasePackage(db, reach, actor, input, language, tokyoDay(house.clock()))
  if (released_at) await house.jobs.send(db, tellReleased, { test_package_id: released.id, released_at })
  return released
}
