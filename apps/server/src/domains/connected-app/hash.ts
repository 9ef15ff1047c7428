import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The hash is keyed, so that somebody who reads the database cannot test guesses. */
export const keyedHash = (secret: Buffer, token: string) => createHmac('sha256', secret).update(`app token ${token}`).digest()

/** Whether the verifier is the one of this S256 challenge. */
export const isVerified = (verifier: string, challenge: string): boolean => {
  const [expected, given] = [Buffer.from(challenge), Buffer.from(createHash('sha256').update(verifier).digest('base64url'))]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
