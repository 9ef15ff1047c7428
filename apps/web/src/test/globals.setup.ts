import { BroadcastChannel } from 'node:worker_threads'

// vitest gives the globals of happy-dom to a VM context, and happy-dom has no BroadcastChannel
globalThis.BroadcastChannel ??= BroadcastChannel as unknown as typeof globalThis.BroadcastChannel
