/** Routes of the web app without the language prefix. The server returns, for any other path, the error page and status 404. */
export const pages = [
  '/',
  '/_app',
  '/sign_in',
  '/otp',
  '/activate',
  '/activate/:token',
  '/reset_password',
  '/reset_password/:token',
  '/:userId/summary',
  '/:userId/database',
  '/:userId/database/entry',
  '/facilities',
  '/facilities/:facilityId',
  '/today',
  '/patients',
  '/:userId/timeline',
  '/:userId/stress_check',
  '/:userId/stress_check/answer',
  '/messages',
  '/messages/:patientId',
  '/messages/bulk',
  '/interviews',
  '/interviews/:interviewId',
  '/:userId/questionnaires/:id',
  '/imports',
  '/imports/:importId',
  '/imports/:importId/release',
  '/releases',
  '/notifications',
  '/shop',
  '/shop/cart',
  '/shop/products/:id',
  '/shop/checkout',
  '/shop/orders',
  '/shop/orders/:id',
  '/settings/access',
  '/settings/account',
  '/settings/authorize',
  '/settings/contract',
  '/settings/notifications',
  '/settings/payment',
  '/settings/profile',
  '/settings/replies',
  '/admin',
  '/admin/facilities',
  '/admin/plans',
  '/admin/services',
  '/admin/contracts',
  '/admin/care_team',
  '/admin/policies',
  '/admin/connected_apps',
  '/admin/result_categories',
  '/admin/reference_ranges',
  '/admin/diseases',
  '/admin/goal_templates',
  '/admin/record_templates',
  '/admin/emoticons',
  '/admin/orders',
  '/admin/audit',
  '/admin/system',
] as const
/** Demo only. */
export const demoPages = ['/dev/ui'] as const

const languagePrefix = '(?:/(?:ja|en|kr))?'
const patternOf = (page: string) =>
  new RegExp(`^${languagePrefix}${page === '/' ? '/?' : page.replace(':token', '[\\w-]{20,200}').replace(/:\w+/g, '[1-9]\\d{0,15}')}/?$`)
const patterns = pages.map(patternOf)
const demoPatterns = demoPages.map(patternOf)

/** Whether a path, with or without a language prefix, is a route of the web app. */
export const isPage = (path: string, demo: boolean) => [...patterns, ...(demo ? demoPatterns : [])].some((pattern) => pattern.test(path))
