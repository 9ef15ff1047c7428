import * as wire from '@sukoyaka/wire/boards/data-export'
import { urlsFor } from '../../files/signed-file.ts'
import { removeFiles } from '../../files/store-uploads.ts'
import { serve } from '../../http/serve.ts'
import { startExport } from './actions/start.ts'
import { deleteExport, exportsOf } from './store.ts'

export const dataExportRoutes = [
  serve(wire.listDataExports, async ({ context, scope, actor }) => ({ items: await exportsOf(scope, actor.id, urlsFor(context, actor.id)) })),
  serve(wire.startDataExport, startExport, { atomic: false }),
  serve(wire.removeDataExport, async ({ context, scope, input, after }) => {
    const keys = await deleteExport(scope, input.id)
    after(() => removeFiles(context, keys))
    return null
  }),
]
