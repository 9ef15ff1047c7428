import { statfs } from 'node:fs/promises'
import type { AppContext } from '../context/app-context.ts'

const minFreeBytes = 50_000_000
/** How long the server is not ready after a write failed for lack of space. After that, the next writes show whether there is space again. */
const pauseMs = 15_000

const lastFullAt = new WeakMap<AppContext, number>()

/** To be called after a write failed because the disk of the database or of this server is full. */
export const noteDiskFull = (context: AppContext) => void lastFullAt.set(context, performance.now())

/** Whether requests would fail for lack of space: reads of a patient's record too, because they write to the audit log. */
export const isDiskFullNow = async (context: AppContext): Promise<boolean> => {
  const fullAt = lastFullAt.get(context)
  if (fullAt !== undefined && performance.now() - fullAt < pauseMs) return true
  const { bavail, bsize } = await statfs(context.config.data_dir)
  return bavail * bsize < minFreeBytes
}
