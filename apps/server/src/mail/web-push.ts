import type { Config } from '../config/config.ts'
import type { Push } from '../context/app-context.ts'

/** Hosts of the browsers' push services. An allow list prevents SSRF through a subscription's endpoint. */
const pushServices = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.notify.windows.com', 'web.push.apple.com']

const timeoutMs = 10_000
const daySeconds = 86_400

const isHostOf = (hostname: string, service: string) => (service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service)

/** Whether the endpoint belongs to one of these services: https, default port, no credentials. */
export const isPushServiceEndpoint = (endpoint: string, services: readonly string[] = pushServices): boolean => {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (url.protocol !== 'https:' || url.port || url.username || url.password) return false
  return services.some((service) => isHostOf(url.hostname, service))
}

type Services = { accepts: (endpoint: string) => boolean }

/** Web Push client; undefined without VAPID keys. Payloads are encrypted for the browser. */
export const openPush = (
  { vapid }: Pick<Config, 'vapid'>,
  { accepts }: Services = { accepts: (endpoint) => isPushServiceEndpoint(endpoint) },
): Push | undefined =>
  vapid && {
    public_key: vapid.publicKey,
    accepts,
    send: async ({ endpoint, p256dh, auth }, payload) => {
      if (!accepts(endpoint)) return 'gone'
      // loaded with the first notification
      const { default: webpush } = await import('web-push')
      const { method, headers, body } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
        vapidDetails: vapid,
        TTL: daySeconds,
        urgency: 'high',
        topic: 'notice',
      })
      // do not follow redirects: only this host was checked
      const response = await fetch(endpoint, {
        method,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: new Uint8Array(body!),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if ([404, 410].includes(response.status)) return 'gone'
      // 401 and 403: the subscription was made with other VAPID keys, or the server's clock or settings are wrong
      if ([401, 403].includes(response.status)) return 'unauthorized'
      // the endpoint identifies a person, so the message does not contain it
      if (response.status < 200 || response.status >= 300) throw new Error(`push rejected: ${response.status}`)
      return 'sent'
    },
  }
