import { readPath } from '../../i18n/language.ts'

const known = new Set(['/', '/_app', '/sign_in', '/otp', '/admin', '/dev/ui', '/:user_id/summary', '/:user_id/database', '/:user_id/timeline'])

/** Path without ids, query and language, for reports and analytics; unknown paths become `/unknown`, because they may contain typed text. */
export const pagePattern = (pathname: string) => {
  const pattern = readPath(pathname).path.replace(/^\/\d+(?=\/)/, '/:user_id')
  return known.has(pattern) ? pattern : '/unknown'
}
