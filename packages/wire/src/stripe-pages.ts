/** The pages with Stripe’s element: cards are typed, and the questions of banks are asked, in a frame of Stripe. */
const stripePages = /^(\/(ja|en|kr))?\/(shop\/checkout|shop\/orders\/\d+|settings\/contract|settings\/payment)\/?$/

/**
 * Whether the content security policy of a page allows Stripe, if its keys are set. The policy is that of the document: a link from another page has
 * to load it.
 */
export const isStripePage = (path: string): boolean => stripePages.test(path)
