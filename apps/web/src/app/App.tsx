import type { Language } from '@sukoyaka/phrases/language'
import { Suspense, useEffect, useState } from 'react'
import { Provider } from 'react-redux'
import { type Path, RouterProvider } from 'react-router'
import { apiStateOutdated, type Store } from '../api/store.ts'
import { subscribeToOtherTabs } from '../domains/account/sign-out.ts'
import { followCookies } from '../domains/account/startup.ts'
import { changeLanguage } from '../i18n/i18n.ts'
import { parsePath, pathInLanguage } from '../i18n/language.ts'
import { languageSwitch } from '../i18n/language-switch.ts'
import { makeRouter } from './router.tsx'
import { ShellSkeleton } from './ShellSkeleton.tsx'

const currentLocation = () => parsePath(location.pathname)
const pathOf = ({ pathname, search, hash }: Path, language: Language) => pathInLanguage(language, pathname) + search + hash

/** Counts changes of the language. */
let latestChange = 0

/**
 * Changing the language replaces the router but keeps the store with the session. Queries are refetched, because replies contain texts in the language of
 * the request. If the language changes again while words are loading, only the latest change takes effect.
 */
export function App({ store }: { store: Store }) {
  const [{ router, change }, setApp] = useState(() => ({ router: makeRouter(currentLocation().prefix), change: latestChange }))
  useEffect(() => {
    const followLocation = async (isPop: boolean) => {
      const thisChange = ++latestChange
      const { language, prefix } = currentLocation()
      await changeLanguage(language)
      if (thisChange !== latestChange) return
      // the user may have followed a link meanwhile whose page is still loading
      const target = isPop ? undefined : router.state.navigation.location
      router.dispose()
      // React Router stores the state of a link as `usr`
      if (target) history.pushState({ usr: target.state }, '', pathOf(target, language))
      else if (currentLocation().prefix !== prefix) history.replaceState(history.state, '', pathOf(location, language))
      setApp({ router: makeRouter(prefix), change: thisChange })
      store.dispatch(apiStateOutdated())
    }
    const onPop = () => {
      if (latestChange === change && currentLocation().prefix === (router.basename === '/' ? '' : router.basename)) return
      // keep this router from handling the location, which may have another prefix
      router.dispose()
      void followLocation(true)
    }
    languageSwitch.current = (language) => {
      // the state of the page stays, such as where to go after the sign-in
      history.pushState({ usr: history.state?.usr }, '', pathOf(location, language))
      void followLocation(false)
    }
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [router, change, store])
  useEffect(() => subscribeToOtherTabs(() => void store.dispatch(followCookies())), [store])
  return (
    <Provider store={store}>
      <Suspense fallback={<ShellSkeleton />}>
        <RouterProvider key={change} router={router} />
      </Suspense>
    </Provider>
  )
}
