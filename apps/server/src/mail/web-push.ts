import webpush from 'web-push'
import type { Config } from '../config/config.ts'
import type { Push } from '../context/app-context.ts'

/** The services of the browsers we serve. Nobody makes the server call any other place. */
const pushServices = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.notify.windows.com', 'web.push.apple.com']

const patience = 10_000
const aDay = 86_400

const isNamed = (hostname: string, service: string) => (service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service)

/** Whether an address is one of these services, by https on its usual port and nothing else in front of it. */
export const isOfService = (endpoint: string, services: readonly string[] = pushServices): boolean => {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (url.protocol !== 'https:' || url.port || url.username || url.password) return false
  return services.some((service) => isNamed(url.hostname, service))
}

type Services = { takes: (endpoint: string) => boolean }

/** Tells browsers by their push services; off where the keys are not set. What is sent is sealed for the browser alone. */
export const openPush = ({ vapid }: Pick<Config, 'vapid'>, { takes }: Services = { takes: (endpoint) => isOfService(endpoint) }): Push | undefined =>
  vapid && {
    key: vapid.publicKey,
    takes,
    send: async ({ endpoint, p256dh, auth }, payload) => {
      if (!takes(endpoint)) return 'gone'
      const { method, headers, body } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
        vapidDetails: vapid,
        TTL: aDay,
        urgency: 'high',
        topic: 'notice',
      })
      // what leads elsewhere is not followed: only the service itself was looked at
      const answer = await fetch(endpoint, {
        method,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: new Uint8Array(body!),
        redirect: 'manual',
        signal: AbortSignal.timeout(patience),
      })
      await answer.body?.cancel()
      if (answer.status === 404 || answer.status === 410) return 'gone'
      // the address is somebody's: it is not in the words of the failure
      if (answer.status < 200 || answer.status >= 300) throw new Error(`push refused: ${answer.status}`)
      return 'sent'
    },
  }
