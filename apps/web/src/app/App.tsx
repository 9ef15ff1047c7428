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

/** Changing the language replaces the router but keeps the store with the session. Queries are refetched: replies name things in one language. */
export function App({ store }: { store: Store }) {
  const [router, setRouter] = useState(() => makeRouter(currentLocation().prefix))
  useEffect(() => {
    const recreateRouter = async () => {
      const { language, prefix } = currentLocation()
      router.dispose()
      await changeLanguage(language)
      setRouter(makeRouter(prefix))
      store.dispatch(apiStateOutdated())
    }
    const onPop = () => {
      if (currentLocation().prefix !== (router.basename === '/' ? '' : router.basename)) void recreateRouter()
    }
    languageSwitch.current = (language) => {
      history.pushState(null, '', pathInLanguage(language, location.pathname) + location.search + location.hash)
      void recreateRouter()
    }
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [router, store])
  useEffect(() => subscribeToOtherTabs(() => void store.dispatch(followCookies())), [store])
  return (
    <Provider store={store}>
      <Suspense fallback={<ShellSkeleton />}>
        <RouterProvider key={router.basename} router={router} />
      </Suspense>
    </Provider>
  )
}
