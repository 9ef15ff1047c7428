import { createHash } from 'node:crypto'

/** 256 random bits as they are handed out. The database only ever holds `hashToken` of it. */
export const makeToken = (random: (bytes: number) => Buffer) => random(32).toString('base64url')
export const hashToken = (token: string) => createHash('sha256').update(token).digest()
