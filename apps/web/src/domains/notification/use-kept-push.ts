import { useEffect } from 'react'
import { selectSession } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useAddPushSubscriptionMutation, useLazyGetPushKeyQuery } from './api.ts'
import { hasTurnedOnPush, inputOf, isPushSupported, isPushUser, setPushUser, subscriptionHere } from './push-subscription.ts'

/** Sends the push subscription of this browser again in each session of the person who turned push on: on the server it ends with the session. Renews it if the server has another key. */
export function useKeptPush() {
  const { me, credentials } = useAppSelector(selectSession)
  const [add] = useAddPushSubscriptionMutation()
  const [getKey] = useLazyGetPushKeyQuery()
  const [id, token] = [me?.id, credentials?.access_token]
  useEffect(() => {
    if (token === undefined || !isPushSupported() || !isPushUser(id)) return
    // after a failure, the next start of the app sends it
    const keep = async () => {
      if (!((await subscriptionHere()) || hasTurnedOnPush(id))) return
      setPushUser(id)
      const { data } = await getKey({})
      if (data?.key) void add(inputOf(await (await import('./subscribe.ts')).subscribe(data.key)))
    }
    // after a failure, the next start of the app sends it
    void keep().catch(() => undefined)
  }, [id, token, add, getKey])
}
