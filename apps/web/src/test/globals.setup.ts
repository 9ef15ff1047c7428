import { BroadcastChannel } from 'node:worker_threads'

// vitest gives the globals of happy-dom to a VM context, and happy-dom has no BroadcastChannel
if (!('BroadcastChannel' in globalThis)) Object.assign(globalThis, { BroadcastChannel })
