import { addReleases, listReleases } from '@sukoyaka/wire/boards/release-queue'
import { serve } from '../../http/serve.ts'
import { releaseMany } from './actions/release-many.ts'
import { releaseQueueOf } from './queue-store.ts'

export const releaseQueueRoutes = [
  serve(listReleases, ({ scope, input, language }) => releaseQueueOf(scope, input.import_id, language)),
  serve(addReleases, releaseMany),
]
