import { parseArgs } from 'node:util'
import { print, runCommand, UsageError } from '../database/run-command.ts'
import { verifyChain } from '../domains/audit/verify-store.ts'
import { openFiles } from '../files/files.ts'

const usage = 'Usage: npm run audit:verify [-- --head <number>:<hash>]'

const readHead = () => {
  const { head } = parseArgs({ options: { head: { type: 'string' } } }).values
  if (head === undefined) return undefined
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(head) ?? []
  if (seq === undefined || hash === undefined) throw new UsageError(usage)
  return { seq: Number(seq), hash }
}

const problems = {
  changed: 'was changed after it was chained',
  missing: 'was deleted',
  not_chained: 'is older than a day and was never chained',
  link_missing: 'has no link: links were deleted from the chain',
  archive_missing: 'is in a file that is not in the file store',
  archive_unreadable: 'is in a file that cannot be read to its end',
}

let known: ReturnType<typeof readHead>
runCommand(
  async (db, config) => {
    const { head, fault } = await verifyChain(db, openFiles(config), known)
    print(`${head.seq} rows of the audit log match the chain. Its head, to compare with later: ${head.seq}:${head.hash.toString('hex')}`)
    if (!fault) return
    const place = fault.archive ? `the archive ${fault.archive}` : fault.source === 'log' ? 'audit_logs' : 'audit_changes'
    print(`Link ${fault.seq}, row ${fault.id} of ${place} ${problems[fault.problem]}.`)
    process.exitCode = 1
  },
  () => {
    known = readHead()
  },
)
