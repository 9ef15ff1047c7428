import type { startDataExport } from '@sukoyaka/wire/boards/data-export'
import { inTransaction } from '../../../database/db.ts'
import { fieldError } from '../../../errors/api-error.ts'
import { urlsFor } from '../../../files/signed-file.ts'
import { removeFiles } from '../../../files/store-uploads.ts'
import { type Limit, recordAttempt } from '../../../http/rate-limit.ts'
import type { Call } from '../../../http/serve.ts'
import { verifyOldPassword } from '../../account/actions/update-auth-info.ts'
import { signedInRecently } from '../../account/passkey/passkey-store.ts'
import { exportQueue } from '../queue.ts'
import { exportsOf, openExport } from '../store.ts'

const limit: Limit = { kind: 'data_export', max: 5, minutes: 24 * 60 }

/**
 * Starts the job, unless one is waiting or running. The export contains the health record, so it requires the password again, unless the user signed in
 * recently (`signedInRecently`).
 */
export const startExport = async (call: Call<typeof startDataExport>) => {
  const { context, scope, actor, input, language, after } = call
  const { db, jobs } = context
  if (input.old_password !== undefined) await verifyOldPassword(call, input.old_password)
  else if (!(await signedInRecently(db, actor.session_id))) throw fieldError('old_password', 'required')
  await inTransaction(db, async (tx) => {
    const { id, keys } = await openExport(scope.withDb(tx), actor.id, language)
    if (id === undefined) return
    await recordAttempt(tx, limit, String(actor.id))
    await jobs.send(tx, exportQueue, { id, user_id: actor.id })
    after(() => removeFiles(context, keys))
  })
  const [started] = await exportsOf(scope, actor.id, urlsFor(context, actor.id))
  return started!
}
