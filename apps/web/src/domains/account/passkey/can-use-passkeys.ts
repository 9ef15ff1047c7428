/** Whether the browser has passkeys, with the conversions to and from JSON. */
export const canUsePasskeys = () => typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
