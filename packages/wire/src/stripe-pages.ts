/** The pages with Stripe’s element: card entry and 3-D Secure run in an iframe of Stripe. */
const stripePages = /^(\/(ja|en|kr))?\/(shop\/checkout|shop\/orders\/\d+|settings\/contract|settings\/payment)\/?$/

/**
 * Whether the content security policy of a page allows Stripe, provided that the Stripe keys are set. The policy stays that of the loaded document: a
 * link from another page must load the page in full (`stripe-page-loader.ts`).
 */
export const isStripePage = (path: string): boolean => stripePages.test(path)
