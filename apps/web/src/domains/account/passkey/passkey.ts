import { addPasskey, signInWithPasskey, startPasskey, startPasskeySignIn } from '@sukoyaka/wire/people/passkey'
import { callEndpoint } from '../../../api/call-endpoint.ts'
import type { Dispatch } from '../../../api/store.ts'

/** The person closed the browser's dialog, or it timed out. */
const isCancelled = (error: unknown) => error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** A credential as the browser returns it in JSON. */
type Json<R> = { id: string; response: R }
type Assertion = { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
type Attestation = { clientDataJSON: string; attestationObject: string; transports?: string[] }

const ask = async <R>(request: Promise<Credential | null>): Promise<Json<R> | undefined> => {
  try {
    // both functions return a public key credential here, whose JSON has these texts
    return ((await request) as PublicKeyCredential | null)?.toJSON() as unknown as Json<R> | undefined
  } catch (error) {
    if (isCancelled(error)) return undefined
    throw error
  }
}

/** Signs in with a passkey of this device. Undefined if the person cancelled. */
export const signIn = async (dispatch: Dispatch) => {
  const { data: options, error } = await dispatch(callEndpoint(startPasskeySignIn, {}))
  if (error) return { error }
  const credential = await ask<Assertion>(navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }))
  if (!credential) return undefined
  const { clientDataJSON: client_data, authenticatorData: authenticator_data, signature, userHandle } = credential.response
  return dispatch(
    callEndpoint(signInWithPasskey, { id: credential.id, client_data, authenticator_data, signature, ...(userHandle && { user_handle: userHandle }) }),
  )
}

type Transport = Parameters<typeof callEndpoint<typeof addPasskey>>[1]['transports'][number]

/** Creates a passkey on this device and registers it. Undefined if the person cancelled. */
export const create = async (dispatch: Dispatch, { name, old_password }: { name: string; old_password?: string }) => {
  const { data: options, error } = await dispatch(callEndpoint(startPasskey, old_password === undefined ? {} : { old_password }))
  if (error) return { error }
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await ask<Attestation>(navigator.credentials.create({ publicKey }))
  if (!credential) return undefined
  const { clientDataJSON: client_data, attestationObject: attestation, transports = [] } = credential.response
  // the server knows the transports of the standard
  return dispatch(callEndpoint(addPasskey, { name, id: credential.id, client_data, attestation, transports: transports as Transport[] }))
}
