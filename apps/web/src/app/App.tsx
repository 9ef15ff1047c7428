import { Suspense, useEffect, useState } from 'react'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router'
import { apiStateOutdated, type Store } from '../api/store.ts'
import { subscribeToOtherTabs } from '../domains/account/sign-out.ts'
import { followCookies } from '../domains/account/startup.ts'
import { changeLanguage } from '../i18n/i18n.ts'
import { parsePath, pathInLanguage } from '../i18n/language.ts'
import { languageSwitch } from '../i18n/language-switch.ts'
import { makeRouter } from './router.tsx'
import { ShellSkeleton } from './ShellSkeleton.tsx'

const currentLocation = () => parsePath(location.pathname)

/** Counts changes of the language. */
let latestChange = 0

/**
 * Changing the language replaces the router but keeps the store with the session. Queries are refetched: replies name things in one language. Of several
 * changes while words are loading, the latest counts.
 */
export function App({ store }: { store: Store }) {
  const [{ router, change }, setApp] = useState(() => ({ router: makeRouter(currentLocation().prefix), change: latestChange }))
  useEffect(() => {
    const followLocation = async () => {
      const thisChange = ++latestChange
      const { language, prefix } = currentLocation()
      await changeLanguage(language)
      if (thisChange !== latestChange) return
      router.dispose()
      // a link of the page before was followed meanwhile
      if (currentLocation().prefix !== prefix)
        history.replaceState(history.state, '', pathInLanguage(language, location.pathname) + location.search + location.hash)
      setApp({ router: makeRouter(prefix), change: thisChange })
      store.dispatch(apiStateOutdated())
    }
    const onPop = () => {
      if (latestChange === change && currentLocation().prefix === (router.basename === '/' ? '' : router.basename)) return
      // it would not know the location
      router.dispose()
      void followLocation()
    }
    languageSwitch.current = (language) => {
      history.pushState(null, '', pathInLanguage(language, location.pathname) + location.search + location.hash)
      void followLocation()
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
