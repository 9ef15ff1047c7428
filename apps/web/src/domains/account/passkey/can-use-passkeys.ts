/** Whether the browser has passkeys, with the conversions to and from JSON, and the page a host name: passkeys do not belong to addresses of digits. */
export const canUsePasskeys = () =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential && !/^[\d.]+$|:/.test(location.hostname)
