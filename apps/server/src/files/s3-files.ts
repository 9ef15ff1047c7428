import { Readable } from 'node:stream'
import { type S3Settings, SettingError } from '../config/config.ts'
import type { Files } from '../context/app-context.ts'
import { apiError } from '../errors/api-error.ts'
import { isKey, mustBeKey } from './file-key.ts'

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
    // other S3-compatible stores do not support the newer checksums
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
  })
  return { s3, client, Upload }
}

const statusOf = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes((error as Error).name)

/** Reduces an S3 error to its status and name, because the original contains the signed request. Network errors and 5xx become 503. */
const plain = (error: unknown): Error => {
  const status = statusOf(error)
  if (status === undefined ? /^E[A-Z]+$|Timeout/.test(`${(error as { code?: string }).code ?? (error as Error).name}`) : status >= 500)
    return apiError('unavailable', { retry_after: 5 })
  return status === undefined ? (error as Error) : new Error(`the file store answered ${status} ${(error as Error).name}`)
}

/** Sends one request at startup, so that a wrong configuration fails with one line. */
export const checkS3 = async (settings: S3Settings) => {
  const { s3, client } = await load(settings)
  try {
    await client.send(new s3.ListObjectsV2Command({ Bucket: settings.bucket, MaxKeys: 1 }))
  } catch (error) {
    const why = statusOf(error) ?? (error as { code?: string }).code
    throw new SettingError(
      `S3_BUCKET cannot be used at S3_ENDPOINT (${[why, (error as Error).name].filter(Boolean).join(' ')}): the bucket must exist, and the credentials must allow to list, read, write and delete`,
    )
  } finally {
    client.destroy()
  }
}

/** Stores uploads in an S3 bucket. Throws on an invalid key before any request. */
export const openS3Files = (settings: S3Settings): Files => {
  const { bucket: Bucket } = settings
  let loaded: ReturnType<typeof load> | undefined
  const opened = () => (loaded ??= load(settings))

  const put: Files['put'] = async (key, content) => {
    mustBeKey(key)
    const { client, Upload } = await opened()
    let size = 0
    let broken: unknown
    const counted = async function* () {
      try {
        for await (const chunk of content) {
          const bytes = Buffer.from(chunk)
          size += bytes.length
          yield bytes
        }
      } catch (error) {
        broken = error
        throw error
      }
    }
    const Body = Readable.from(counted(), { objectMode: false })
    try {
      await new Upload({ client, params: { Bucket, Key: key, Body }, partSize, queueSize: 1 }).done()
      return { size }
    } catch (error) {
      content.destroy()
      throw broken ?? plain(error)
    }
  }

  const get: Files['get'] = async (key, part) => {
    mustBeKey(key)
    const { client, s3 } = await opened()
    try {
      const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key: key, ...(part && { Range: `bytes=${part.start}-${part.end}` }) }))
      return Body as Readable
    } catch (error) {
      if (isMissing(error)) return undefined
      throw plain(error)
    }
  }

  const remove: Files['remove'] = async (key) => {
    mustBeKey(key)
    const { client, s3 } = await opened()
    await client.send(new s3.DeleteObjectCommand({ Bucket, Key: key })).catch((error) => {
      if (!isMissing(error)) throw plain(error)
    })
  }

  async function* list() {
    const { client, s3 } = await opened()
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(new s3.ListObjectsV2Command({ Bucket, ContinuationToken })).catch((error) => {
        throw plain(error)
      })
      for (const { Key = '', LastModified } of page.Contents ?? []) if (isKey(Key) && LastModified) yield { key: Key, at: LastModified.getTime() }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
  }

  return { put, get, remove, list }
}
