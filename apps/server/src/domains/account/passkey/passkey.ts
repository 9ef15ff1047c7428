import { fullName } from '@sukoyaka/rules/person'
import type { addPasskey, removePasskey, signInWithPasskey, startPasskey, startPasskeySignIn } from '@sukoyaka/wire/people/passkey'
import type { AppContext } from '../../../context/app-context.ts'
import { apiError, fieldError } from '../../../errors/api-error.ts'
import { type Limit, recordAttempt, returnAttempts } from '../../../http/rate-limit.ts'
import type { Call } from '../../../http/serve.ts'
import { verifyOldPassword } from '../actions/update-auth-info.ts'
import { credentialsById } from '../credential-store.ts'
import { addressLimit } from '../limits.ts'
import { type AccountMail, accountMailQueue } from '../mail-queue.ts'
import { openSession } from '../open-session.ts'
import {
  addChallenge,
  assertMayAdd,
  deletePasskey,
  findPasskey,
  insertPasskey,
  passkeysOf,
  signedInRecently,
  useChallenge,
  usePasskey,
} from './passkey-store.ts'

/** Loaded by the first call that needs it: the library and its ASN.1 parsers are large. */
const webauthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: authenticators support at least one of them. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Passkeys belong to the host of the public address; a response from another origin is refused. */
const relyingParty = ({ config }: Pick<AppContext, 'config'>) => {
  const { hostname, origin } = new URL(config.public_url)
  return { rpID: hostname, origin }
}
const timeout = 5 * 60_000
const challengeLimit: Limit = { kind: 'passkey_challenge', max: 300, minutes: 15 }

export const passkeySignInOptions = async ({ context, client }: Call<typeof startPasskeySignIn>) => {
  await recordAttempt(context.db, challengeLimit, client.ip)
  const { rpID } = relyingParty(context)
  const { generateAuthenticationOptions } = await webauthn()
  const { challenge } = await generateAuthenticationOptions({ rpID, challenge: new Uint8Array(context.random(32)), userVerification: 'required', timeout })
  await addChallenge(context.db, challenge, null)
  return { challenge, rpId: rpID, timeout, userVerification: 'required' as const }
}

/** Signs in with both factors in one step. Every failure is counted for the IP address. */
export const passkeySignIn = async ({ context, input, client }: Call<typeof signInWithPasskey>) => {
  const { db } = context
  const attempt = await recordAttempt(db, addressLimit, client.ip)
  const found = await findPasskey(db, input.id)
  if (!found) throw apiError('passkey_unknown')
  const { rpID, origin } = relyingParty(context)
  const { verifyAuthenticationResponse } = await webauthn()
  // the library throws for a response that it does not accept, but returns `verified: false` for a wrong signature
  const verified = await verifyAuthenticationResponse({
    response: {
      ...{ id: input.id, rawId: input.id, type: 'public-key', clientExtensionResults: {} },
      response: {
        ...{ clientDataJSON: input.client_data, authenticatorData: input.authenticator_data, signature: input.signature },
        ...(input.user_handle !== undefined && { userHandle: input.user_handle }),
      },
    },
    expectedChallenge: (challenge) => useChallenge(db, challenge, null),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id: found.credential_id, publicKey: new Uint8Array(found.public_key), counter: found.counter },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified || !(await usePasskey(db, found.id, verified.authenticationInfo.newCounter)))
    throw apiError('passkey_rejected', { account_id: found.account.id })
  await returnAttempts(db, [attempt])
  return openSession(context, db, found.account, client)
}

export const passkeyOptions = async (call: Call<typeof startPasskey>) => {
  const { context, actor, input } = call
  const { db } = context
  if (input.old_password !== undefined) await verifyOldPassword(call, input.old_password)
  else if (!(await signedInRecently(db, actor.session_id))) throw fieldError('old_password', 'required')
  const account = await credentialsById(db, actor.id)
  if (!account) throw apiError('unauthenticated')
  const existing = await passkeysOf(db, actor.id)
  assertMayAdd(existing)
  const { rpID } = relyingParty(context)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    supportedAlgorithmIDs,
    ...{ rpName: 'すこやか', rpID, timeout, attestationType: 'none' },
    challenge: new Uint8Array(context.random(32)),
    userID: new TextEncoder().encode(String(actor.id)),
    userName: account.email,
    userDisplayName: fullName(account, 'ja'),
    excludeCredentials: existing.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await addChallenge(db, options.challenge, actor.id)
  return {
    challenge: options.challenge,
    rp: { id: rpID, name: options.rp.name },
    user: options.user,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout,
    excludeCredentials: existing.map(({ credential_id, transports }) => ({ id: credential_id, type: 'public-key' as const, transports })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' } as const,
    attestation: 'none' as const,
  }
}

const notify = (
  { context, db, actor, language }: Pick<Call<typeof addPasskey>, 'context' | 'db' | 'actor' | 'language'>,
  kind: 'passkey_added' | 'passkey_removed',
) => {
  const mail: AccountMail = { kind, user_id: actor.id, language }
  return context.jobs.send(db, accountMailQueue, mail)
}

/** Stores a passkey after its attestation was verified. Throws 422 for a response that is not accepted. */
export const registerPasskey = async (call: Call<typeof addPasskey>) => {
  const { context, db, actor, input } = call
  const { rpID, origin } = relyingParty(context)
  const { verifyRegistrationResponse } = await webauthn()
  // the library throws for a response that it does not accept, but returns no `registrationInfo` for a wrong attestation
  const verified = await verifyRegistrationResponse({
    supportedAlgorithmIDs,
    response: {
      ...{ id: input.id, rawId: input.id, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON: input.client_data, attestationObject: input.attestation, transports: input.transports },
    },
    expectedChallenge: (challenge) => useChallenge(db, challenge, actor.id),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.registrationInfo) throw apiError('passkey_rejected')
  const { id, publicKey, counter } = verified.registrationInfo.credential
  const added = await insertPasskey(db, {
    ...{ user_id: actor.id, credential_id: id, public_key: Buffer.from(publicKey), counter, transports: input.transports },
    name: input.name.trim() || 'Passkey',
  })
  await notify(call, 'passkey_added')
  return added
}

export const forgetPasskey = async (call: Call<typeof removePasskey>) => {
  await deletePasskey(call.db, call.actor.id, call.input.id)
  await notify(call, 'passkey_removed')
  return null
}
