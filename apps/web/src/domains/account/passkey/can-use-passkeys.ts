/** Whether passkeys work here: the browser supports them and their conversion from JSON, and the page has a host name (WebAuthn rejects IP addresses). */
export const canUsePasskeys = () =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential && !/^[\d.]+$|:/.test(location.hostname)
