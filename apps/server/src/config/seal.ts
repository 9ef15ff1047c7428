import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A key for one purpose, derived from a secret that is not stored in the database. */
export const sealingKey = (secret: Buffer | string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'sukoyaka', purpose, 32))

/** Encrypts a text with AES-256-GCM: nonce, ciphertext, tag. */
export const seal = (key: Buffer, text: string): Buffer => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts what `seal` returned. Throws if the key is another one or the bytes were changed. */
export const openSealed = (key: Buffer, sealed: Buffer): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString()
}
