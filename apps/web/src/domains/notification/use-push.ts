import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/overlay/toast.ts'
import { useAddPushSubscriptionMutation, useRemovePushSubscriptionMutation } from './api.ts'

type State = 'on' | 'off' | 'denied' | 'unsupported'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
const workerUrl = '/push-worker.js'

const bytesOf = (key: string) => Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0))

const subscriptionHere = async () => (await (await navigator.serviceWorker.getRegistration(workerUrl))?.pushManager.getSubscription()) ?? null

const readState = async (): Promise<State> => {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await subscriptionHere()) ? 'on' : 'off'
}

/** Push state of this browser, and turning it on and off. The service worker is registered only when push is turned on. */
export function usePush(key: string | null | undefined) {
  const { t } = useTranslation('notification')
  const [state, setState] = useState<State>()
  const [isBusy, setBusy] = useState(false)
  const [add] = useAddPushSubscriptionMutation()
  const [remove] = useRemovePushSubscriptionMutation()

  useEffect(() => {
    void readState().then(setState, () => setState('unsupported'))
  }, [])

  const sendSubscription = (subscription: PushSubscription) => {
    const { endpoint, keys } = subscription.toJSON()
    return add({ endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } })
  }
  const runPushChange = async (work: () => Promise<boolean>) => {
    setBusy(true)
    const isDone = await work().catch(() => false)
    setState(await readState().catch((): State => 'unsupported'))
    setBusy(false)
    if (!isDone && Notification.permission !== 'denied') toast.error(t('failed'))
  }

  const turnOn = () =>
    runPushChange(async () => {
      if (!key || (await Notification.requestPermission()) !== 'granted') return false
      await navigator.serviceWorker.register(workerUrl)
      const { pushManager } = await navigator.serviceWorker.ready
      const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
      if (!(await sendSubscription(subscription)).error) return true
      await subscription.unsubscribe()
      return false
    })

  const turnOff = () =>
    runPushChange(async () => {
      const subscription = await subscriptionHere()
      if (!subscription) return true
      // sending the subscription again returns its id
      const { data } = await sendSubscription(subscription)
      if (data) await remove({ id: data.id })
      return subscription.unsubscribe()
    })

  return { state, isBusy, turnOn, turnOff }
}
