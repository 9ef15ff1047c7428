import type { Argon2Parameters } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { entryFile } from '../../../config/folders.ts'

/** Threads that wait for work. If there is none, a call starts another. */
const idle: Worker[] = []

const startThread = () => {
  const worker = new Worker(entryFile('domains/account/hash/hash-worker.ts'), { resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 } })
  worker.on('exit', () => {
    const at = idle.indexOf(worker)
    if (at >= 0) idle.splice(at, 1)
  })
  return worker
}

/**
 * Computes Argon2id in a thread of its own, on Linux with lower priority. The threads of libuv have the priority of the event loop: on few cores,
 * hashes in them would delay all requests.
 */
export const argon2InThread = (parameters: Argon2Parameters): Promise<Buffer> => {
  const worker = idle.pop() ?? startThread()
  return new Promise((resolve, reject) => {
    const finish = () => {
      worker.removeAllListeners('message').removeAllListeners('error').off('exit', onExit)
      // an idle thread does not keep the process alive
      worker.unref()
    }
    const onExit = () => {
      finish()
      reject(new Error('the thread of a password hash ended'))
    }
    worker.ref()
    worker.once('exit', onExit)
    worker.once('error', (error) => {
      finish()
      reject(error)
    })
    worker.once('message', (tag: Uint8Array) => {
      finish()
      idle.push(worker)
      resolve(Buffer.from(tag))
    })
    worker.postMessage(parameters)
  })
}
