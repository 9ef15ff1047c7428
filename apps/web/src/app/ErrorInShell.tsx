import { useEffect } from 'react'
import { ErrorPage } from '../pages/error/ErrorPage.tsx'
import { makeObservable } from '../ui/page/observable.ts'

/** Whether the page shows an error; then there is no chat about its patient. */
export const isPageFailed = makeObservable(false)

/** Error page beside the navigation, so that people who are signed in can go on. */
export function ErrorInShell() {
  useEffect(() => {
    isPageFailed.set(true)
    return () => isPageFailed.set(false)
  }, [])
  return <ErrorPage isInShell />
}
