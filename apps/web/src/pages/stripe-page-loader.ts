import { isStripePage } from '@sukoyaka/wire/stripe-pages'
import { type LoaderFunctionArgs, redirectDocument } from 'react-router'
import { allFormDrafts, type FormDraft } from '../api/form-drafts.ts'

const storageKey = 'sukoyaka.form_drafts'

const storeDrafts = () => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...allFormDrafts()]))
    // nothing is lost by leaving this document, so the browser need not ask
    allFormDrafts().clear()
  } catch {
    // without storage the drafts are lost, as in a reload
  }
}

const restoreDrafts = () => {
  try {
    const entries: [string, FormDraft][] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    for (const [key, value] of entries) allFormDrafts().set(key, value)
    sessionStorage.removeItem(storageKey)
  } catch {
    // without storage there are no drafts to restore
  }
}

/**
 * Opens a page with Stripe’s element by a full page load, because the content security policy of other documents blocks Stripe; not needed if the open
 * document was loaded for such a page. Form drafts are carried over in sessionStorage.
 */
export const stripePageLoader = ({ request }: Pick<LoaderFunctionArgs, 'request'>) => {
  const [opened] = performance.getEntriesByType('navigation')
  const isOf = (url: string) => isStripePage(new URL(url).pathname)
  if (!isOf(request.url) || !opened) return null
  if (isOf(opened.name)) {
    restoreDrafts()
    return null
  }
  storeDrafts()
  return redirectDocument(request.url)
}
