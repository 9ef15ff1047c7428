import { startPasskey } from '@sukoyaka/wire/people/passkey'
import { vi } from 'vitest'
import { reply } from '../../../test/network.ts'

/** Stubs the reply of the server to the start of a passkey registration. */
export const registrationOptions = reply(startPasskey, {
  ...{ challenge: 'AA', rp: { id: 'localhost', name: '' }, user: { id: 'AA', name: '', displayName: '' }, pubKeyCredParams: [], timeout: 60_000 },
  ...{ excludeCredentials: [], attestation: 'none' },
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
})

/** Stubs a device that refuses each passkey with a DOMException; `name` returns the name of the exception. */
export const refusePasskeys = (name: () => string) => {
  vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: () => {}, parseCreationOptionsFromJSON: () => ({}) })
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: () => Promise.reject(new DOMException('', name())) } })
}
