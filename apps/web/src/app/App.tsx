import { Suspense, useEffect, useState } from 'react'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router'
import type { Store } from '../api/store.ts'
import { followOtherTabs, forgetPatients } from '../domains/account/leave.ts'
import { authenticate } from '../domains/account/startup.ts'
import { speak } from '../i18n/i18n.ts'
import { inLanguage, readPath } from '../i18n/language.ts'
import { languageSwitch } from '../i18n/language-switch.ts'
import { Toasts } from '../ui/overlay/Toasts.tsx'
import { makeRouter } from './router.tsx'

const here = () => readPath(location.pathname)

/** Changing the language replaces the router but keeps the store, so that nothing is refetched and the session stays. */
export function App({ store }: { store: Store }) {
  const [router, setRouter] = useState(() => makeRouter(here().prefix))
  useEffect(() => {
    const renew = async () => {
      const { language, prefix } = here()
      router.dispose()
      await speak(language)
      setRouter(makeRouter(prefix))
    }
    const onPop = () => {
      if (here().prefix !== (router.basename === '/' ? '' : router.basename)) void renew()
    }
    languageSwitch.current = (language) => {
      history.pushState(null, '', inLanguage(language, location.pathname) + location.search)
      void renew()
    }
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [router])
  useEffect(
    () =>
      followOtherTabs(() => {
        forgetPatients(store.dispatch)
        void store.dispatch(authenticate({ left: true }))
      }),
    [store],
  )
  return (
    <Provider store={store}>
      <Suspense fallback={null}>
        <RouterProvider key={router.basename} router={router} />
        <Toasts />
      </Suspense>
    </Provider>
  )
}
