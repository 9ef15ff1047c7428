import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** When all cores are busy, the thread gets a third of the time that a normal thread gets: requests come first, and hashes still finish. */
const niceness = 5

// on Linux this sets the priority of the calling thread, elsewhere of the whole process
if (process.platform === 'linux') setPriority(0, niceness)

parentPort!.on('message', (parameters: Argon2Parameters) => parentPort!.postMessage(argon2Sync('argon2id', parameters)))
