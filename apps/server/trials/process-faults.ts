import { join } from 'node:path'

const load = (source: string) => `--import=data:text/javascript,${encodeURIComponent(source)}`
const pgImport = `import { createRequire } from 'node:module'; const pg = createRequire(${JSON.stringify(join(import.meta.dirname, 'x.js'))})('pg');`

/** Faults injected with NODE_OPTIONS before the first line of the server runs. The product contains no code for them. */
export const faults = {
  /** Acknowledges a commit one second before it is sent to the database. */
  acknowledgesEarly: load(`${pgImport} const query = pg.Client.prototype.query
    pg.Client.prototype.query = function (asked, ...more) {
      if (asked !== 'commit' && asked?.text !== 'commit') return query.call(this, asked, ...more)
      return new Promise((done) => { setTimeout(done, 5); }).then(() => { setTimeout(() => query.call(this, 'commit').catch(() => {}), 1000); return { rows: [], rowCount: 0 } })
    }`),
  /** A pool that fails for good after its first lost connection. */
  neverReconnects: load(`${pgImport} const connect = pg.Client.prototype.connect; let isLost = false
    pg.Client.prototype.connect = function (...a) {
      this.on('error', () => { isLost = true })
      if (!isLost) return connect.apply(this, a)
      const error = new Error('injected'); if (a[0]) return void setImmediate(() => a[0](error)); return Promise.reject(error)
    }`),
  /** Exits immediately on SIGTERM. */
  exitsAtOnce: load(`process.on('SIGTERM', () => process.exit(0))`),
  /** A failed start without error output and with exit code 0. */
  swallowsErrors: load(`process.stderr.write = () => true; process.on('exit', () => { process.exitCode = 0 })`),
  /** A failed start that prints a stack trace instead of instructions. */
  printsStack: load(`const write = process.stderr.write; process.stderr.write = function (text) { return write.call(this, new Error(text).stack + '\\n') }`),
  /** Does not stop PostgreSQL when the server ends. */
  leavesPostgres: load(`import child from 'node:child_process'; import { syncBuiltinESMExports } from 'node:module'
    const spawn = child.spawn; child.spawn = (file, args, options) => spawn(file, args.map((a) => a.replace('kill -INT $P', ':')), options); syncBuiltinESMExports()
    process.on('SIGTERM', () => process.exit(0))`),
  /** Reports ready, whatever the state of the database. */
  alwaysReportsReady: load(`import http from 'node:http'; import { syncBuiltinESMExports } from 'node:module'
    const create = http.createServer; http.createServer = (...a) => { const s = create(...a); s.prependListener('request', (q, r) => { const w = r.writeHead; r.writeHead = (_, ...h) => w.call(r, 200, ...h) }); return s }; syncBuiltinESMExports()`),
}
