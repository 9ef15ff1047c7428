import { type ChildProcess, fork } from 'node:child_process'
import { entryFile } from '../../../config/folders.ts'
import { apiError } from '../../../errors/api-error.ts'

/** What the template prints. Everything is text or a number; nothing of it is read as markup. */
export type ReceiptData = {
  title: string
  number: string
  addressee: string
  issued_on: string
  paid_on: string
  purpose: string
  method: string
  total: number
  refunded: number
  subtotal: number
  discount: number
  /** Null: nothing is delivered. */
  delivery_fee: number | null
  items: { name: string; price_with_tax: number; quantity: number; amount: number; is_reduced: boolean }[]
  taxes: { tax_rate: number; amount: number; tax: number }[]
  seller: { name: string; address: string; registration_number: string | null }
}

type Answer = { id: number; pdf?: string; error?: string }
type Waiting = { resolve: (pdf: Buffer) => void; reject: (error: unknown) => void; timer: NodeJS.Timeout }

const maxMs = 30_000
const maxWaiting = 50
const idleMs = 60_000

let renderer: { child: ChildProcess; waiting: Map<number, Waiting>; idle: NodeJS.Timeout | undefined } | undefined
let lastId = 0

/** The process stays for a minute after the last document: its start takes longer than a document. */
const start = () => {
  const child = fork(entryFile('domains/shop/receipt/typst-process.ts'), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--max-old-space-size=256'],
    env: { PATH: process.env.PATH },
  })
  const started = { child, waiting: new Map<number, Waiting>(), idle: undefined as NodeJS.Timeout | undefined }
  // it must not keep the server from ending
  child.unref()
  child.channel?.unref()
  const end = () => {
    if (renderer === started) renderer = undefined
    clearTimeout(started.idle)
    for (const { reject, timer } of started.waiting.values()) {
      clearTimeout(timer)
      reject(apiError('receipt_failed'))
    }
    started.waiting.clear()
  }
  child.on('exit', end)
  child.on('error', end)
  child.on('message', ({ id, pdf, error }: Answer) => {
    const found = started.waiting.get(id)
    if (!found) return
    started.waiting.delete(id)
    clearTimeout(found.timer)
    if (pdf === undefined) found.reject(new Error(`Typst: ${error}`))
    else found.resolve(Buffer.from(pdf, 'base64'))
    if (!started.waiting.size) started.idle = setTimeout(() => child.kill(), idleMs).unref()
  })
  return started
}

/** Makes the PDF. A document that takes too long is given up with its process. */
export const renderReceipt = (data: ReceiptData): Promise<Buffer> => {
  renderer ??= start()
  const { child, waiting, idle } = renderer
  clearTimeout(idle)
  if (waiting.size >= maxWaiting) throw apiError('unavailable', { retry_after: 5 })
  const id = ++lastId
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), maxMs)
    waiting.set(id, { resolve, reject, timer })
    child.send({ id, data: JSON.stringify(data) })
  })
}
