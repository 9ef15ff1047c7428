import { useEffect } from 'react'
import { selectSession } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useAddPushSubscriptionMutation } from './api.ts'
import { inputOf, isPushSupported, isPushUser, setPushUser, subscriptionHere } from './push-subscription.ts'

/** Sends the push subscription of this browser again in each session of the person who turned push on: on the server it ends with the session. */
export function useKeptPush() {
  const { me, credentials } = useAppSelector(selectSession)
  const [add] = useAddPushSubscriptionMutation()
  const [id, token] = [me?.id, credentials?.access_token]
  useEffect(() => {
    if (token === undefined || !isPushSupported() || !isPushUser(id)) return
    // after a failure, the next start of the app sends it
    void subscriptionHere().then(
      (subscription) => {
        if (!subscription) return
        setPushUser(id)
        void add(inputOf(subscription))
      },
      () => undefined,
    )
  }, [id, token, add])
}
