import { isStripePage } from '@sukoyaka/wire/stripe-pages'
import { type LoaderFunctionArgs, redirectDocument } from 'react-router'
import { allFormDrafts, type FormDraft, setDraftsStored } from '../api/form-drafts.ts'

const storageKey = 'sukoyaka.form_drafts'

const keepInMemory = () => setDraftsStored(false)

const storeDrafts = () => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...allFormDrafts()]))
    setDraftsStored(true)
    // the browser may show this document again, with its drafts, when the user goes back
    addEventListener('pageshow', keepInMemory)
  } catch {
    // without storage the drafts are lost, as in a reload
  }
}

/** The browser asks before the restored drafts of this key’s user are lost. */
const askBeforeUnload = async (key: string) => (await import('../api/unsent/ask-before-unload.ts')).askBeforeUnload(Number(key.split(' ')[0]))

const restoreDrafts = () => {
  try {
    const entries: [string, FormDraft][] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    for (const [key, value] of entries) allFormDrafts().set(key, value)
    sessionStorage.removeItem(storageKey)
    const [first] = entries
    // without the connection, the browser does not ask
    if (first) void askBeforeUnload(first[0]).catch(() => {})
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
