import { createHash } from 'node:crypto'

/** A token of 256 random bits. The database stores only its hash (`hashToken`). */
export const makeToken = (random: (bytes: number) => Buffer) => random(32).toString('base64url')
export const hashToken = (token: string) => createHash('sha256').update(token).digest()
