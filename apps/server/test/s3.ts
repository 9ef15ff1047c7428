import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const keys = { access_key_id: 'AKIATEST', secret_access_key: 'secret-of-the-test' }
const bucket = 'uploads'
const region = 'ap-northeast-1'

/** Verifies the AWS Signature Version 4 of the request. */
const isSigned = ({ method, url = '', headers }: IncomingMessage, body: Buffer) => {
  const [, id, day, credentialScope, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const hash = String(headers['x-amz-content-sha256'])
  if (id !== keys.access_key_id || credentialScope !== region || !names || hash !== sha256(body)) return false
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.split(';').includes(name))) return false
  const [path, query = ''] = url.split('?')
  const sorted = query
    .split('&')
    .filter(Boolean)
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort()
    .join('&')
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`)
  const canonical = [method, path, sorted, lines.join(''), names, hash].join('\n')
  const scope = `${day}/${credentialScope}/s3/aws4_request`
  const key = [credentialScope, 's3', 'aws4_request'].reduce((previous, part) => mac(previous, part), mac(`AWS4${keys.secret_access_key}`, day!))
  return mac(key, ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')).toString('hex') === signature
}

const perPage = 2

/** Fake S3 server with the operations the app uses. Rejects requests without a valid signature. `multipartUploads` holds the unfinished ones. */
export const openFakeS3 = async () => {
  const objects = new Map<string, { content: Buffer; at: Date }>()
  const multipartUploads = new Map<string, Map<number, Buffer>>()
  const requests: string[] = []
  let failuresLeft = 0
  const etag = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`

  const response = (request: IncomingMessage, reply: ServerResponse, body: Buffer) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://x')
    const [, bucketName, key = ''] = /^\/([^/]+)(?:\/(.*))?$/.exec(pathname) ?? []
    const end = (status: number, content: string | Buffer = '', headers = {}) => reply.writeHead(status, headers).end(content)
    const endWithError = (status: number, code: string) => end(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
    requests.push(`${request.method} ${[...query.keys()].filter((name) => name !== 'x-id').join()}`.trim())
    if (failuresLeft-- > 0) return endWithError(500, 'InternalError')
    if (!isSigned(request, body)) return endWithError(403, 'SignatureDoesNotMatch')
    if (bucketName !== bucket) return endWithError(404, 'NoSuchBucket')
    const upload = query.get('uploadId')
    if (request.method === 'GET' && !key) {
      const names = [...objects.keys()].sort()
      const from = Number(query.get('continuation-token') ?? 0)
      const page = names.slice(from, from + perPage)
      const rows = page.map((name) => `<Contents><Key>${name}</Key><LastModified>${objects.get(name)!.at.toISOString()}</LastModified></Contents>`)
      const next = from + perPage < names.length ? `<NextContinuationToken>${from + perPage}</NextContinuationToken>` : ''
      return end(200, `<ListBucketResult><IsTruncated>${Boolean(next)}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`)
    }
    if (request.method === 'POST' && query.has('uploads')) {
      const id = randomBytes(8).toString('hex')
      multipartUploads.set(id, new Map())
      return end(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (request.method === 'PUT' && upload) {
      multipartUploads.get(upload)!.set(Number(query.get('partNumber')), body)
      return end(200, '', { etag: etag(body) })
    }
    if (request.method === 'POST' && upload) {
      const parts = [...multipartUploads.get(upload)!].sort(([a], [b]) => a - b).map(([, content]) => content)
      if (parts.slice(0, -1).some(({ length }) => length < 5 * 1_024 * 1_024)) return endWithError(400, 'EntityTooSmall')
      objects.set(key, { content: Buffer.concat(parts), at: new Date() })
      multipartUploads.delete(upload)
      return end(200, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`)
    }
    if (request.method === 'DELETE') {
      if (upload) multipartUploads.delete(upload)
      else objects.delete(key)
      return end(204)
    }
    if (request.method === 'PUT') {
      objects.set(key, { content: body, at: new Date() })
      return end(200, '', { etag: etag(body) })
    }
    const found = objects.get(key)
    if (!found) return endWithError(404, 'NoSuchKey')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (from === undefined) return end(200, found.content, { 'content-length': found.content.length })
    const part = found.content.subarray(Number(from), Number(to) + 1)
    return end(206, part, { 'content-length': part.length, 'content-range': `bytes ${from}-${to}/${found.content.length}` })
  }

  const server = createServer(async (request, reply) => {
    const body = await buffer(request).catch(() => undefined)
    if (body) response(request, reply, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: { endpoint, bucket, region, ...keys },
    objects,
    multipartUploads,
    requests,
    /** Makes the next `failures` requests fail. */
    break: (failures: number) => {
      failuresLeft = failures
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
