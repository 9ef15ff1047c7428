import { isCardPage } from '@sukoyaka/wire/card-pages'
import { type LoaderFunctionArgs, redirectDocument } from 'react-router'
import { keepFormDrafts } from '../api/form-drafts.ts'

/** Loads the document of a page with Stripe’s element, unless the open document is of such a page. What was typed elsewhere is kept. */
export const cardPageLoader = ({ request }: Pick<LoaderFunctionArgs, 'request'>) => {
  const [opened] = performance.getEntriesByType('navigation')
  const isOf = (url: string) => isCardPage(new URL(url).pathname)
  if (!isOf(request.url) || !opened || isOf(opened.name)) return null
  keepFormDrafts()
  return redirectDocument(request.url)
}
