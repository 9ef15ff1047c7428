import { join } from 'node:path'

const load = (source: string) => `--import=data:text/javascript,${encodeURIComponent(source)}`
const driver = `import { createRequire } from 'node:module'; const pg = createRequire(${JSON.stringify(join(import.meta.dirname, 'x.js'))})('pg');`

/** Faults put into a server from outside, before its first line runs. What is delivered knows nothing of them. */
export const faults = {
  /** Says yes a second before the database was asked to keep it. */
  acknowledgesEarly: load(`${driver} const query = pg.Client.prototype.query
    pg.Client.prototype.query = function (asked, ...more) {
      if (asked !== 'commit' && asked?.text !== 'commit') return query.call(this, asked, ...more)
      return new Promise((done) => { setTimeout(done, 5); }).then(() => { setTimeout(() => query.call(this, 'commit').catch(() => {}), 1000); return { rows: [], rowCount: 0 } })
    }`),
  /** A pool that gives up for good at the first connection it loses. */
  neverReconnects: load(`${driver} const connect = pg.Client.prototype.connect; let isLost = false
    pg.Client.prototype.connect = function (...a) {
      this.on('error', () => { isLost = true })
      if (!isLost) return connect.apply(this, a)
      const error = new Error('planted'); if (a[0]) return void setImmediate(() => a[0](error)); return Promise.reject(error)
    }`),
  /** Leaves at once when asked to end. */
  leavesAtOnce: load(`process.on('SIGTERM', () => process.exit(0))`),
  /** A start that fails without a word and as if all was well. */
  swallowsErrors: load(`process.stderr.write = () => true; process.on('exit', () => { process.exitCode = 0 })`),
  /** A start that prints where it came from, not what to do. */
  printsStack: load(`const write = process.stderr.write; process.stderr.write = function (text) { return write.call(this, new Error(text).stack + '\\n') }`),
  /** PostgreSQL is not told that its server is gone. */
  leavesPostgres: load(`import child from 'node:child_process'; import { syncBuiltinESMExports } from 'node:module'
    const spawn = child.spawn; child.spawn = (file, args, options) => spawn(file, args.map((a) => a.replace('kill -INT $P', ':')), options); syncBuiltinESMExports()
    process.on('SIGTERM', () => process.exit(0))`),
  /** Ready, whatever the database says. */
  opensAnyway: load(`import http from 'node:http'; import { syncBuiltinESMExports } from 'node:module'
    const create = http.createServer; http.createServer = (...a) => { const s = create(...a); s.prependListener('request', (q, r) => { const w = r.writeHead; r.writeHead = (_, ...h) => w.call(r, 200, ...h) }); return s }; syncBuiltinESMExports()`),
}
