import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const [userPresent, userVerified, hasCredential] = [0x01, 0x04, 0x40]

type Options = { origin: string; rpId: string; challenge: string; isVerified?: boolean; counter?: number }

/** Imitates the WebAuthn authenticator of a phone or security key: it has one key pair, and its responses carry no attestation. */
export const makeAuthenticator = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  const clientData = (type: string, { challenge, origin }: Options) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = ({ rpId, isVerified = true, ...options }: Options, credential?: Buffer) => {
    counter = options.counter ?? counter + 1
    const flags = Buffer.from([userPresent | (isVerified ? userVerified : 0) | (credential ? hasCredential : 0)])
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), flags, count, credential ?? Buffer.alloc(0)])
  }
  return {
    /** The body of `POST /api/passkeys`. */
    create: (options: Options) => {
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), idLength, id, coseKey(publicKey)])
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authenticatorData(options, credential))],
        ]),
      )
      return {
        ...{ name: 'テスト端末', id: id.toString('base64url'), transports: ['internal'] },
        client_data: clientData('webauthn.create', options).toString('base64url'),
        attestation: Buffer.from(attestation).toString('base64url'),
      }
    },
    /** The body of `POST /api/passkey_sign_in`. */
    get: (options: Options) => {
      const [data, client] = [authenticatorData(options), clientData('webauthn.get', options)]
      return {
        id: id.toString('base64url'),
        client_data: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      }
    },
  }
}

const coseKey = (publicKey: KeyObject) => {
  const { x, y } = publicKey.export({ format: 'jwk' })
  const [keyType, algorithm, curve, xAt, yAt] = [1, 3, -1, -2, -3]
  const coordinate = (text: string | undefined) => new Uint8Array(Buffer.from(text!, 'base64url'))
  return Buffer.from(
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [keyType, 2],
        [algorithm, -7],
        [curve, 1],
        [xAt, coordinate(x)],
        [yAt, coordinate(y)],
      ]),
    ),
  )
}
