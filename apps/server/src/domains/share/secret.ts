import { createHmac } from 'node:crypto'
import { openSealed, seal, sealingKey } from '../../config/seal.ts'
import type { AppContext } from '../../context/app-context.ts'
import { hashPassword } from '../account/password.ts'

type Secrets = Pick<AppContext, 'secret' | 'random'>
type ShareSecret = { token: string; passcode: string }

/** 144 random bits: short enough for a QR code that an old phone reads. */
const tokenBytes = 18

/** Six digits, each combination equally likely. */
const makePasscode = (random: Secrets['random']): string => {
  for (;;) {
    const number = random(4).readUInt32BE()
    if (number < 4_294_000_000) return String(number % 1_000_000).padStart(6, '0')
  }
}

const makeSecret = ({ random }: Secrets): ShareSecret => ({ token: random(tokenBytes).toString('base64url'), passcode: makePasscode(random) })
export const makeVisit = ({ random }: Secrets): string => random(32).toString('base64url')

/** The hash is keyed, so that somebody who reads the database cannot test guesses. */
export const hashOf = ({ secret }: Pick<Secrets, 'secret'>, kind: 'share' | 'visit', token: string) =>
  createHmac('sha256', secret).update(`${kind} ${token}`).digest()

const keyOf = ({ secret }: Pick<Secrets, 'secret'>) => sealingKey(secret, 'share')

/** Link and passcode for the patient, who shows them again at the doctor's; without the server's secret nobody can read them. */
const sealSecret = (secrets: Secrets, secret: ShareSecret): Buffer => seal(keyOf(secrets), JSON.stringify(secret))
export const openSecret = (secrets: Secrets, sealed: Buffer): ShareSecret => JSON.parse(openSealed(keyOf(secrets), sealed))

/** A new link and passcode as the database stores them. */
export const newSecret = async (secrets: Secrets) => {
  const secret = makeSecret(secrets)
  return {
    token_hash: hashOf(secrets, 'share', secret.token),
    passcode_hash: await hashPassword(secret.passcode),
    sealed_secret: sealSecret(secrets, secret),
  }
}
