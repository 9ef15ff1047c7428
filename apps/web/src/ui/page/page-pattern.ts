import { parsePath } from '../../i18n/language.ts'

const knownPatterns =
  /^\/(_app|activate|admin|dev\/ui|facilities|imports|interviews|invitations|invite_request|messages(\/bulk)?|notifications|otp|patients|releases|reset_password|seller|shop|sign_in|today|(admin|settings|shop)\/:page|(activate|reset_password|share)\/:token|(facilities|imports|interviews|messages)\/:id|imports\/:id\/release|:user_id\/(database|database\/entry|fhir_import|questionnaires\/:id|report|stress_check|stress_check\/answer|summary|timeline))?$/

/** Path without ids, tokens, query and language, for reports and analytics; unknown paths become `/unknown`, because they may contain typed text. */
export const pagePattern = (pathname: string) => {
  const pattern = parsePath(pathname)
    .path.replace(/^\/\d+(?=\/)/, '/:user_id')
    .replace(/\/\d+(?=\/|$)/g, '/:id')
    .replace(/^\/(admin|settings|shop)\/.+/, '/$1/:page')
    .replace(/^\/(activate|reset_password|share)\/.+/, '/$1/:token')
  return knownPatterns.test(pattern) ? pattern : '/unknown'
}
