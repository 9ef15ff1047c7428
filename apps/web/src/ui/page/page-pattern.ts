import { parsePath } from '../../i18n/language.ts'

const knownPatterns = new Set(['/', '/_app', '/sign_in', '/otp', '/admin', '/dev/ui', '/:user_id/summary', '/:user_id/database', '/:user_id/timeline'])

/** Path without ids, query and language, for reports and analytics; unknown paths become `/unknown`, because they may contain typed text. */
export const pagePattern = (pathname: string) => {
  const pattern = parsePath(pathname).path.replace(/^\/\d+(?=\/)/, '/:user_id')
  return knownPatterns.has(pattern) ? pattern : '/unknown'
}
