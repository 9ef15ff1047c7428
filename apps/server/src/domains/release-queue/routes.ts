import { addReleases, listReleases, stopReleases } from '@sukoyaka/wire/boards/release-queue'
import { serve } from '../../http/serve.ts'
import { holdReleases } from './actions/hold-releases.ts'
import { removeHolds } from './hold-store.ts'
import { releaseQueueOf } from './queue-store.ts'

export const releaseQueueRoutes = [
  serve(listReleases, ({ scope, input, language }) => releaseQueueOf(scope, input.import_id, language)),
  serve(addReleases, holdReleases),
  serve(stopReleases, async ({ scope, input }) => ({ stopped_ids: await removeHolds(scope, input.ids) })),
]
