export const workerUrl = '/push-worker.js'

export const isPushSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export const subscriptionHere = async () => (await (await navigator.serviceWorker.getRegistration(workerUrl))?.pushManager.getSubscription()) ?? null

/** Input of `addPushSubscription`, which moves the subscription to the caller and their session. */
export const inputOf = (subscription: PushSubscription) => {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } }
}

/** The person who turned push on in this browser. `sukoyaka.ui.` marks a preference of the device, which sign-out keeps. */
const storageKey = 'sukoyaka.ui.push'

/** Whether it is this person, or nobody is stored: the subscription is then older than the key, and belongs to the first person who is asked for. */
export const isPushUser = (user_id: number | undefined) => user_id !== undefined && [null, String(user_id)].includes(localStorage.getItem(storageKey))
/** Whether this person turned push on here and the browser still permits it, though a failed renewal may have left no subscription. */
export const hasTurnedOnPush = (user_id: number | undefined) => localStorage.getItem(storageKey) === String(user_id) && Notification.permission === 'granted'
export const setPushUser = (user_id: number | undefined) =>
  user_id === undefined ? localStorage.removeItem(storageKey) : localStorage.setItem(storageKey, String(user_id))
