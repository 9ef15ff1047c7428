import { workerUrl } from './push-subscription.ts'

const bytesOf = (key: string) => Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0))

/** Whether the server can push with this key. A browser that does not tell the key of a subscription is taken at its word. */
const hasKey = ({ options }: PushSubscription, key: string) =>
  !options?.applicationServerKey || String(new Uint8Array(options.applicationServerKey)) === String(bytesOf(key))

/** The push subscription of this browser with the key of the server. One with an earlier key is replaced: no push reaches it. */
export const subscribe = async (key: string): Promise<PushSubscription> => {
  await navigator.serviceWorker.register(workerUrl)
  const { pushManager } = await navigator.serviceWorker.ready
  const existing = await pushManager.getSubscription()
  if (existing && hasKey(existing, key)) return existing
  await existing?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
}
