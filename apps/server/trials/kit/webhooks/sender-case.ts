import type { Endpoint } from '@sukoyaka/wire/endpoint'
import type { Sender } from '../../../src/http/webhook.ts'
import type { TestApp } from '../../../test/test-app.ts'

/** A webhook sender: its messages, signatures and effects. */
export type SenderCase = {
  sender: Sender
  endpoint: Endpoint
  /** Settings with this secret, or with several separated by commas. */
  settings: (secret: string) => Record<string, string>
  /** The n-th message; `version` is a later version of the same object. */
  body: (testApp: TestApp, n: number, version?: number) => object | Promise<object>
  /** Signatures in outdated or foreign formats. */
  wrongForms: (validSignature: string, signed: { secret: string; raw: Buffer }) => string[]
  /** The effects of a message: one line each, sorted, without random ids. */
  effects: (testApp: TestApp) => Promise<string[]>
  /** Deletes all effects. */
  clearEffects: (testApp: TestApp) => Promise<unknown>
}
