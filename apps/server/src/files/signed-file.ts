import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../context/app-context.ts'
import type { Variant } from './image/variants.ts'

const fiveMinutes = 300_000
const sizes = { o: 'original', l: 'large', m: 'medium', s: 'small' } as const
type Size = Variant | 'original'
const letterOf = Object.fromEntries(Object.entries(sizes).map(([letter, size]) => [size, letter])) as Record<Size, keyof typeof sizes>
const signedPattern = /^([0-9a-z]{1,11})-([olms])-([0-9a-z]{1,11})-([0-9a-z]{1,11})\.([\w-]{43})$/

const keys = new WeakMap<Buffer, KeyObject>()
/** Key objects are cached: a page of images signs hundreds of URLs, and creating the key takes longer than signing. */
const keyOf = (secret: Buffer) => {
  const key = keys.get(secret) ?? createSecretKey(secret)
  keys.set(secret, key)
  return key
}
const macOf = (secret: Buffer, text: string) => createHmac('sha256', keyOf(secret)).update(`file ${text}`).digest()

export type SignedFile = { file_id: number; size: Size; user_id: number; isExpired: boolean }

/**
 * Returns a function that makes signed URLs of files for one user. A URL expires after five to ten minutes: its expiry is rounded up to a multiple of five
 * minutes, so that repeated reads give the same URL, which the browser can cache. URLs that are stored, as in an export, need a longer `lifetimeMs`.
 */
export const urlsFor =
  ({ secret, clock }: Pick<AppContext, 'secret' | 'clock'>, user_id: number, lifetimeMs = fiveMinutes) =>
  (file_id: number, size: Size): string => {
    const expiresAt = Math.ceil((clock().getTime() + lifetimeMs) / fiveMinutes)
    const text = [file_id.toString(36), letterOf[size], user_id.toString(36), expiresAt.toString(36)].join('-')
    return `/files/${text}.${macOf(secret, text).toString('base64url')}`
  }
export type FileUrlOf = ReturnType<typeof urlsFor>

/** The signed id and the URLs of all variants, as the API returns them. */
export const imageUrlsOf = (urlOf: FileUrlOf, file_id: number) => {
  const original = urlOf(file_id, 'original')
  const variants = { original, large: urlOf(file_id, 'large'), medium: urlOf(file_id, 'medium'), small: urlOf(file_id, 'small') }
  return { signed_id: original.slice('/files/'.length), variants }
}

/** The file, size and user that a signed URL names; undefined if the signature is not of this service. */
export const readSigned = ({ secret, clock }: Pick<AppContext, 'secret' | 'clock'>, signed: string): SignedFile | undefined => {
  const [, file, size, user, expiresAt, mac] = signedPattern.exec(signed) ?? []
  if (!mac) return undefined
  const signature = Buffer.from(mac, 'base64url')
  const expected = macOf(secret, signed.slice(0, -44))
  // reject other base64url spellings of the same bytes
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected) || expected.toString('base64url') !== mac) return undefined
  const parseNumber = (text: string) => Number.parseInt(text, 36)
  return {
    file_id: parseNumber(file!),
    size: sizes[size as keyof typeof sizes],
    user_id: parseNumber(user!),
    isExpired: parseNumber(expiresAt!) * fiveMinutes <= clock().getTime(),
  }
}
