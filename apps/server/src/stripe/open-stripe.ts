import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import type { Config } from '../config/config.ts'
import type { AppContext, Payments } from '../context/app-context.ts'
import { openSandbox, type SandboxKeys } from './sandbox/open-sandbox.ts'

/** Pinned: another version may name and type fields differently. Sent with every request; the SDK’s types are those of this version. */
const apiVersion = '2026-10-28.endive'

type Address = { host: string; port: number; protocol: 'http' }

/** The same client for Stripe and the sandbox: only the key and the address differ. The SDK repeats a failed request with the same idempotency key. */
const clientFor = (secret_key: string, address?: Address) =>
  new Stripe(secret_key, { apiVersion, maxNetworkRetries: 2, timeout: 15_000, telemetry: false, ...address })

const keysFrom = (secret: Buffer): SandboxKeys => {
  const keyFor = (purpose: string) => createHmac('sha256', secret).update(`payment sandbox ${purpose}`).digest('hex')
  return {
    secret_key: `sk_test_${keyFor('secret')}`,
    publishable_key: `pk_test_${keyFor('publishable')}`,
    webhook_secret: `whsec_${keyFor('webhook')}`,
  }
}

/** Stripe if its keys are set; else the sandbox in the demo; else undefined: card payments are off. */
export const openPayments = (
  { stripe, demo }: Pick<Config, 'stripe' | 'demo'>,
  services: Pick<AppContext, 'db' | 'log' | 'random' | 'clock' | 'secret'>,
): Payments | undefined => {
  if (stripe) {
    const client = clientFor(stripe.secret_key)
    return {
      provider: 'stripe',
      publishable_key: stripe.publishable_key,
      webhook_secrets: stripe.webhook_secrets,
      stripe: async () => client,
      sandbox: undefined,
      close: async () => {},
    }
  }
  if (!demo) return undefined
  const keys = keysFrom(services.secret)
  const sandbox = openSandbox(services, keys)
  let client: Promise<Stripe> | undefined
  return {
    provider: 'sandbox',
    publishable_key: keys.publishable_key,
    webhook_secrets: [keys.webhook_secret],
    stripe: () => {
      client ??= sandbox.listen().then((port) => clientFor(keys.secret_key, { host: '127.0.0.1', port, protocol: 'http' }))
      return client
    },
    sandbox,
    close: sandbox.close,
  }
}
