import { useEffect } from 'react'
import { useStore } from 'react-redux'
import type { Store } from '../kit/store.ts'

/** While somebody is signed in, what others change is read again. Loaded after the page itself, which does not wait for it. */
export function useLive(access_token: string | undefined) {
  const store = useStore() as Store
  useEffect(() => {
    if (!access_token) return
    let stop: (() => void) | undefined
    let isGone = false
    void import('../kit/live.ts').then(({ followEvents }) => {
      if (!isGone) stop = followEvents(store)
    })
    return () => {
      isGone = true
      stop?.()
    }
  }, [access_token, store])
}
