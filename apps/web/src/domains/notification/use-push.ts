import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useAddPushSubscriptionMutation, useRemovePushSubscriptionMutation } from './api.ts'
import { inputOf, isPushSupported, isPushUser, setPushUser, subscriptionHere } from './push-subscription.ts'
import { subscribe } from './subscribe.ts'

type State = 'on' | 'off' | 'denied' | 'unsupported'

/** Off if somebody else turned push on in this browser. */
const readState = async (user_id: number | undefined): Promise<State> => {
  if (!isPushSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return isPushUser(user_id) && (await subscriptionHere()) ? 'on' : 'off'
}

/** Push state of this browser, and turning it on and off. The service worker is registered only when push is turned on. */
export function usePush(key: string | null | undefined) {
  const { t } = useTranslation('notification')
  const [state, setState] = useState<State>()
  const [isBusy, setBusy] = useState(false)
  const [add] = useAddPushSubscriptionMutation()
  const [remove] = useRemovePushSubscriptionMutation()
  const user_id = useAppSelector(selectMe)?.id

  useEffect(() => {
    void readState(user_id).then(setState, () => setState('unsupported'))
  }, [user_id])

  const runPushChange = async (work: () => Promise<boolean>) => {
    setBusy(true)
    const isDone = await work().catch(() => false)
    setState(await readState(user_id).catch((): State => 'unsupported'))
    setBusy(false)
    if (!isDone && Notification.permission !== 'denied') toast.error(t('failed'))
  }

  const turnOn = () =>
    runPushChange(async () => {
      if (!key || (await Notification.requestPermission()) !== 'granted') return false
      const subscription = await subscribe(key)
      if ((await add(inputOf(subscription))).error) {
        await subscription.unsubscribe()
        return false
      }
      setPushUser(user_id)
      return true
    })

  const turnOff = () =>
    runPushChange(async () => {
      const subscription = await subscriptionHere()
      if (!subscription) return true
      // sending the subscription again returns its id
      const { data } = await add(inputOf(subscription))
      if (data) await remove({ id: data.id })
      setPushUser(undefined)
      return subscription.unsubscribe()
    })

  return { state, isBusy, turnOn, turnOff }
}
