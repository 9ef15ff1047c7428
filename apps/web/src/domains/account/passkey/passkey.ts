import { addPasskey, signInWithPasskey, startPasskey, startPasskeySignIn } from '@sukoyaka/wire/people/passkey'
import { callEndpoint, type EndpointResult } from '../../../api/call-endpoint.ts'
import type { Dispatch } from '../../../api/store.ts'
import { whenVisible } from '../../../ui/page/when-visible.ts'

/** The person closed the browser's dialog, it timed out, or the page ended the request. */
const isCancelled = (error: unknown) => error instanceof DOMException && ['NotAllowedError', 'AbortError', 'TimeoutError'].includes(error.name)

/** The fields of a credential's JSON that are used here. */
type Json<R> = { id: string; response: R }
type Assertion = { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
type Attestation = { clientDataJSON: string; attestationObject: string; transports?: string[] }

// `get` and `create` return a PublicKeyCredential here; the `response` in its JSON has the fields of `R`
const toJson = <R>(credential: Credential | null) => (credential as PublicKeyCredential | null)?.toJSON() as Json<R> | undefined

const ask = async (request: Promise<Credential | null>): Promise<Json<Assertion> | undefined> => {
  try {
    return toJson<Assertion>(await request)
  } catch (error) {
    if (isCancelled(error)) return undefined
    throw error
  }
}

/** Undefined if no passkey was chosen. */
export type PasskeyReply = EndpointResult<typeof signInWithPasskey> | undefined
type RequestOptions = Pick<CredentialRequestOptions, 'mediation' | 'signal'>

const requestAssertion = async (dispatch: Dispatch, how: RequestOptions) => {
  const { data: options, error } = await dispatch(callEndpoint(startPasskeySignIn, {}))
  if (error) return { error }
  return { assertion: await ask(navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options), ...how })) }
}

const verify = (dispatch: Dispatch, { id, response }: Json<Assertion>) => {
  const { clientDataJSON: client_data, authenticatorData: authenticator_data, signature, userHandle } = response
  return dispatch(callEndpoint(signInWithPasskey, { id, client_data, authenticator_data, signature, ...(userHandle && { user_handle: userHandle }) }))
}

/** Aborts the request of `signInFromField`. `signIn` uses it, because a browser allows one credential request at a time. */
let fieldRequest: AbortController | undefined

/** Signs in with a passkey. Undefined if the request was cancelled or timed out; other errors of the browser are thrown. */
export const signIn = async (dispatch: Dispatch): Promise<PasskeyReply> => {
  fieldRequest?.abort()
  const { assertion, error } = await requestAssertion(dispatch, {})
  return error ? { error } : assertion && verify(dispatch, assertion)
}

/** The request is renewed with a new challenge before the server's challenge expires. */
const renewMs = 4 * 60_000

/**
 * Lets the browser suggest passkeys in a field with `autocomplete="… webauthn"` until one is chosen, the request fails, `signIn` is called or `ended` aborts.
 * Undefined if no passkey was chosen or the server gave no challenge. Errors of the browser are thrown, except for a cancelled request. They need no
 * message: the person did not ask for suggestions.
 */
export const signInFromField = async (dispatch: Dispatch, ended: AbortSignal): Promise<PasskeyReply> => {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return undefined
  fieldRequest = new AbortController()
  const over = AbortSignal.any([ended, fieldRequest.signal])
  for (let isExpired = true; isExpired && !over.aborted; ) {
    await whenVisible()
    const expiry = AbortSignal.timeout(renewMs)
    const { assertion } = await requestAssertion(dispatch, { mediation: 'conditional', signal: AbortSignal.any([over, expiry]) })
    if (assertion) return verify(dispatch, assertion)
    isExpired = expiry.aborted
  }
  return undefined
}

type Transport = Parameters<typeof callEndpoint<typeof addPasskey>>[1]['transports'][number]

/** Why the browser created no passkey: cancelled or timed out, the authenticator already has a passkey of this account, or another reason. */
export type CreationFailure = 'cancelled' | 'known' | 'other'

const failureOf = (error: unknown): CreationFailure => {
  if (isCancelled(error)) return 'cancelled'
  // InvalidStateError: the authenticator already has a passkey of this account
  return error instanceof DOMException && error.name === 'InvalidStateError' ? 'known' : 'other'
}

const requestAttestation = async (
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<{ attestation: Json<Attestation> } | { failure: CreationFailure }> => {
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const attestation = toJson<Attestation>(await navigator.credentials.create({ publicKey }))
    return attestation ? { attestation } : { failure: 'cancelled' }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

/** Creates a passkey and registers it. `failure`: the browser created none; `error`: a request to the server failed. */
export const createPasskey = async (
  dispatch: Dispatch,
  { name, old_password }: { name: string; old_password?: string },
): Promise<EndpointResult<typeof addPasskey> | { failure: CreationFailure }> => {
  const { data: options, error } = await dispatch(callEndpoint(startPasskey, old_password === undefined ? {} : { old_password }))
  if (error) return { error }
  const created = await requestAttestation(options)
  if ('failure' in created) return created
  const { id, response } = created.attestation
  const { clientDataJSON: client_data, attestationObject: attestation, transports = [] } = response
  // the server accepts every transport of the WebAuthn standard
  return dispatch(callEndpoint(addPasskey, { name, id, client_data, attestation, transports: transports as Transport[] }))
}
