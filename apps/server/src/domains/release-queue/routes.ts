import { addReleases, listReleases, stopReleases } from '@sukoyaka/wire/boards/release-queue'
import { serve } from '../../http/serve.ts'
import { holdMany } from './actions/hold-many.ts'
import { removeHolds } from './hold-store.ts'
import { releaseQueueOf } from './queue-store.ts'

export const releaseQueueRoutes = [
  serve(listReleases, ({ scope, input, language }) => releaseQueueOf(scope, input.import_id, language)),
  serve(addReleases, holdMany),
  serve(stopReleases, async ({ scope, input }) => ({ stopped_ids: await removeHolds(scope, input.ids) })),
]
