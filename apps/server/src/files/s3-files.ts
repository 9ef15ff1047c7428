import { Readable } from 'node:stream'
import { type S3Settings, SettingError } from '../config/config.ts'
import type { Files } from '../context/app-context.ts'
import { apiError } from '../errors/api-error.ts'
import { isKey, requireKey } from './file-key.ts'

/** Part size of a multipart upload; one part is in memory at a time. S3 requires at least 5 MiB. */
const partSize = 5 * 1_024 * 1_024

const load = async ({ endpoint, region, access_key_id, secret_access_key }: S3Settings) => {
  // load the SDK only if S3 is configured: it has hundreds of modules
  const [s3, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
  const client = new s3.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: access_key_id, secretAccessKey: secret_access_key },
    forcePathStyle: true,
    // some S3-compatible stores do not support the newer checksums
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
  })
  return { s3, client, Upload }
}

const statusOf = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes((error as Error).name)

/**
 * Reduces an S3 error to its status and name, because the original contains the signed request. Network errors and 5xx become 503; other errors without
 * a status are returned unchanged.
 */
const toPlainError = (error: unknown): Error => {
  const status = statusOf(error)
  if (status === undefined ? /^E[A-Z]+$|Timeout/.test(`${(error as { code?: string }).code ?? (error as Error).name}`) : status >= 500)
    return apiError('unavailable', { retry_after: 5 })
  return status === undefined ? (error as Error) : new Error(`the file store returned ${status} ${(error as Error).name}`)
}

/** Sends one request at startup, so that a wrong configuration fails with one line. */
export const checkS3 = async (settings: S3Settings) => {
  const { s3, client } = await load(settings)
  try {
    await client.send(new s3.ListObjectsV2Command({ Bucket: settings.bucket, MaxKeys: 1 }))
  } catch (error) {
    const cause = statusOf(error) ?? (error as { code?: string }).code
    throw new SettingError(
      `S3_BUCKET cannot be used at S3_ENDPOINT (${[cause, (error as Error).name].filter(Boolean).join(' ')}): the bucket must exist, and the credentials must allow to list, read, write and delete`,
    )
  } finally {
    client.destroy()
  }
}

/** The file store in an S3 bucket. Throws on an invalid key before any request. */
export const openS3Files = (settings: S3Settings): Files => {
  const { bucket: Bucket } = settings
  let loading: ReturnType<typeof load> | undefined
  const connect = () => {
    loading ??= load(settings).catch((error) => {
      // the next request loads it again
      loading = undefined
      throw error
    })
    return loading
  }

  const put: Files['put'] = async (key, content) => {
    requireKey(key)
    const { client, Upload } = await connect()
    let size = 0
    let readError: unknown
    const countBytes = async function* () {
      try {
        for await (const chunk of content) {
          const bytes = Buffer.from(chunk)
          size += bytes.length
          yield bytes
        }
      } catch (error) {
        readError = error
        throw error
      }
    }
    const Body = Readable.from(countBytes(), { objectMode: false })
    try {
      await new Upload({ client, params: { Bucket, Key: key, Body }, partSize, queueSize: 1 }).done()
      return { size }
    } catch (error) {
      content.destroy()
      throw readError ?? toPlainError(error)
    }
  }

  const get: Files['get'] = async (key, part) => {
    requireKey(key)
    const { client, s3 } = await connect()
    try {
      const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key: key, ...(part && { Range: `bytes=${part.start}-${part.end}` }) }))
      return Body as Readable
    } catch (error) {
      if (isMissing(error)) return undefined
      throw toPlainError(error)
    }
  }

  const remove: Files['remove'] = async (key) => {
    requireKey(key)
    const { client, s3 } = await connect()
    await client.send(new s3.DeleteObjectCommand({ Bucket, Key: key })).catch((error) => {
      if (!isMissing(error)) throw toPlainError(error)
    })
  }

  async function* list() {
    const { client, s3 } = await connect()
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(new s3.ListObjectsV2Command({ Bucket, ContinuationToken })).catch((error) => {
        throw toPlainError(error)
      })
      for (const { Key = '', LastModified } of page.Contents ?? []) if (isKey(Key) && LastModified) yield { key: Key, at: LastModified.getTime() }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
  }

  return { put, get, remove, list }
}
