import { BroadcastChannel } from 'node:worker_threads'

// vitest gives the globals of happy-dom to a VM context, and happy-dom has no BroadcastChannel
if (!('BroadcastChannel' in globalThis)) Object.assign(globalThis, { BroadcastChannel })

/** happy-dom has no layout, so that no element would ever be near: cards that wait for it are. */
const nearObserver = () =>
  class extends IntersectionObserver {
    readonly #onSeen: IntersectionObserverCallback
    constructor(onSeen: IntersectionObserverCallback) {
      super(onSeen)
      this.#onSeen = onSeen
    }
    override observe(target: Element) {
      if (target.hasAttribute('data-waiting'))
        queueMicrotask(() => this.#onSeen([{ isIntersecting: true, target } as unknown as IntersectionObserverEntry], this))
    }
  }
// tests without a page have none
if ('IntersectionObserver' in globalThis) globalThis.IntersectionObserver = nearObserver()
