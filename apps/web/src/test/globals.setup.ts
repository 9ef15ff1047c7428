import { BroadcastChannel } from 'node:worker_threads'

// vitest gives the globals of happy-dom to a VM context, and happy-dom has no BroadcastChannel
if (!('BroadcastChannel' in globalThis)) Object.assign(globalThis, { BroadcastChannel })

/** happy-dom has no layout, so no element would ever intersect. This observer reports elements with `data-waiting` (`Near`) as intersecting. */
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
/** happy-dom has no layout: the observer reports each element once, as after the first layout. */
const layoutObserver = () =>
  class extends ResizeObserver {
    readonly #onResize: ResizeObserverCallback
    readonly #observed = new Set<Element>()
    constructor(onResize: ResizeObserverCallback) {
      super(onResize)
      this.#onResize = onResize
    }
    override observe(target: Element) {
      this.#observed.add(target)
      queueMicrotask(() => this.#observed.has(target) && this.#onResize([{ target } as ResizeObserverEntry], this))
    }
    override disconnect() {
      this.#observed.clear()
    }
  }
// tests without a DOM have no IntersectionObserver
if ('IntersectionObserver' in globalThis) globalThis.IntersectionObserver = nearObserver()
if ('ResizeObserver' in globalThis) globalThis.ResizeObserver = layoutObserver()
