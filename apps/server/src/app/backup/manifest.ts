import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import pg from 'pg'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { UsageError } from '../../database/run-command.ts'
import { isKey } from '../../files/file-key.ts'

const count = Type.Integer({ minimum: 0 })
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
// a part of a path: no dot and no slash
const name = Type.String({ pattern: '^[A-Za-z0-9_]{1,63}$' })

const Table = Type.Object({ schema: name, name, columns: Type.Array(Type.String({ minLength: 1 })), rows: count, size: count, sha256 })
const StoredFile = Type.Object({ key: Type.String(), size: count, sha256 })

/** What a backup holds. Written last: a folder without it is no complete backup. */
const Manifest = Type.Object({
  format: Type.Literal(1),
  created_at: Type.String(),
  postgresql: Type.String(),
  /** Applied migrations: the schema that the tables have. */
  migrations: Type.Array(Type.String()),
  /** Schema version of pg-boss. */
  jobs_version: Type.Integer(),
  /** Fingerprint of the secret key, which is not part of the backup. */
  secret: sha256,
  tables: Type.Array(Table),
  sequences: Type.Array(Type.Object({ schema: name, name, last_value: Type.String({ pattern: '^-?\\d+$' }), is_called: Type.Boolean() })),
  files: Type.Array(StoredFile),
})
export type Manifest = Static<typeof Manifest>
export type BackupTable = Static<typeof Table>
export type BackupFile = Static<typeof StoredFile>

/** Schemas of the product and of its job queue. */
export const schemas = ['public', 'pgboss']

export const manifestPath = (folder: string) => join(folder, 'backup.json')
export const tablePath = (folder: string, table: Pick<BackupTable, 'schema' | 'name'>) => join(folder, 'tables', `${table.schema}.${table.name}.copy.gz`)
export const filePath = (folder: string, key: string) => join(folder, 'files', key)

export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(manifestPath(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${folder} is no complete backup: ${manifestPath(folder)} cannot be read (${error.code})`)
  })
  const manifest = parse(text)
  if (!Check(Manifest, manifest) || manifest.files.some(({ key }) => !isKey(key)))
    throw new UsageError(`${manifestPath(folder)} is damaged, or of another version of the program`)
  return manifest
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const qualified = ({ schema, name: table }: Pick<BackupTable, 'schema' | 'name'>) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`

/** A hash of the secret key. It shows whether a server has the key of the backup, without revealing the key. */
export const fingerprintOf = (secret: Buffer) => createHash('sha256').update('sukoyaka backup').update(secret).digest('hex')

/** A stream that passes its bytes on and counts and hashes them. */
export const measure = () => {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ size, sha256: hash.digest('hex') }) }
}
