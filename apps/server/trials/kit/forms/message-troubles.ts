import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { ceiling } from '../../../test/patience.ts'
import type { Ask } from './long-forms.ts'
import { back, endedUnder, isWhite, meeting, mustTryThrice, type Place, refusal, said, say, triesOf, until, watch } from './troubles.ts'

/** A person in a conversation, and the messages sent so far, in order. */
export type Talk = Place & { patient_id: number; ask: Ask; sent: string[] }

export const sendsMessage = /^\/api\/messages$/

const field = (page: Page) => page.getByRole('textbox', { name: 'メッセージを入力' })
const log = (page: Page) => page.getByRole('log')
const rows = (page: Page, words: string) => log(page).getByRole('article').filter({ hasText: words })

const open = async ({ page, patient_id }: Talk) => {
  await page.goto(`/messages/${patient_id}`)
  await field(page).waitFor()
}

/** Double-clicks the send button. */
const write = async (talk: Talk, page = talk.page, clickCount = 2) => {
  const words = `${talk.sent.length + 1}通目のお知らせです。`
  talk.sent.push(words)
  await field(page).fill(words)
  await page.getByRole('button', { name: '送信', exact: true }).click({ clickCount })
  return words
}

/** The stored messages, oldest first. */
const kept = async ({ ask, patient_id, sent }: Talk): Promise<string[]> => {
  const { items } = await ask('nurse', 'GET', `/api/messages?patient_id=${patient_id}`)
  const bodies = (items as { body: string }[]).map(({ body }) => body)
  return bodies.filter((body) => sent.includes(body)).toReversed()
}

/** Checks that each message is stored once and in order, appears once on the page, and none is pending. */
const settle = async (talk: Talk, when: string) => {
  talk.steps += 1
  const { page, sent, patience } = talk
  if (await isWhite(talk, page)) say(talk, `${when}: the page is blank`)
  const wanted = sent.join()
  if (!(await until(async () => (await kept(talk)).join() === wanted, patience))) say(talk, `${when}: on the server are ${await kept(talk)}, not ${wanted}`)
  for (const words of sent.slice(-2))
    if (!(await until(async () => (await rows(page, words).count()) === 1, patience)))
      say(talk, `${when}: “${words}” appears ${await rows(page, words).count()} times on the page`)
  if (!(await until(async () => (await log(page).getByText('送信中').count()) === 0, patience))) say(talk, `${when}: it is still pending`)
}

const mustStand = async (talk: Talk, words: string, when: string) => {
  if (!(await until(async () => (await rows(talk.page, words).count()) === 1, talk.patience))) say(talk, `${when}: “${words}” is lost on the page`)
}

const offline = async (talk: Talk) => {
  await talk.context.setOffline(true)
  const words = [await write(talk), await write(talk)]
  await said(talk, 'オフライン・つながると送信します', 'offline')
  for (const word of words) await mustStand(talk, word, 'offline')
  await talk.context.setOffline(false)
  await back(talk.page)
  await settle(talk, 'offline')
}

const failing = (status: number) => async (talk: Talk) => {
  await meeting(talk, talk.asks, refusal(status, 'unavailable'), async () => {
    talk.calls.length = 0
    const words = await write(talk)
    await until(async () => triesOf(talk) >= 3, ceiling)
    await said(talk, '送信できませんでした', String(status))
    mustTryThrice(talk, String(status))
    await mustStand(talk, words, String(status))
  })
  await back(talk.page)
  await settle(talk, String(status))
}

/** A 422 is not retried, the message stays with its error, and is sent on request. */
const refused = async (talk: Talk) => {
  await meeting(talk, talk.asks, refusal(422, 'invalid'), async () => {
    talk.calls.length = 0
    const words = await write(talk)
    await said(talk, 'invalid 422', '422')
    await mustStand(talk, words, '422')
    await back(talk.page)
    if (triesOf(talk) !== 1) say(talk, `422: ${triesOf(talk)} tries`)
  })
  await log(talk.page).getByRole('button', { name: 'もう一度送る' }).last().dblclick()
  await settle(talk, '422')
}

/** `wait`: time in ms in which no further request may follow. */
const ended = (wait: number) => async (talk: Talk) => {
  let words = ''
  const left = async () => {
    const stored = (await talk.page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')) as string
    if (stored.includes(words)) say(talk, '401: the text stays in the browser storage')
    await sleep(wait)
  }
  await endedUnder(talk, async () => (words = await write(talk, talk.page, 1)), left)
  await field(talk.page).waitFor()
  await settle(talk, '401')
}

const slow = (ms: number) => async (talk: Talk) => {
  await meeting(
    talk,
    talk.asks,
    async (route) => {
      await sleep(ms)
      await route.continue()
    },
    async () => {
      const words = await write(talk)
      await said(talk, '送信中', 'slow')
      await mustStand(talk, words, 'slow')
      await write(talk)
      await settle({ ...talk, patience: talk.patience + 3 * ms }, 'slow')
    },
  )
}

/** The server has stored the message and its response is pending when the page is reloaded with a new draft. */
const reloadInMidSend = async (talk: Talk) => {
  const begun = `${talk.sent.length + 2}通目の書きかけ`
  let isHere = false
  await meeting(
    talk,
    talk.asks,
    async (route) => {
      await route.fetch()
      isHere = true
      // no response
    },
    async () => {
      await write(talk)
      await until(async () => isHere, talk.patience)
      await field(talk.page).fill(begun)
      await open(talk)
    },
  )
  await settle(talk, 'reload in mid-send')
  if ((await field(talk.page).inputValue()) !== begun) say(talk, 'reload in mid-send: the draft is lost')
  await field(talk.page).fill('')
}

const reloadUnsent = async (talk: Talk) => {
  await meeting(talk, talk.asks, refusal(503, 'unavailable'), async () => {
    const words = await write(talk)
    await until(async () => triesOf(talk) > 0, talk.patience)
    await open(talk)
    await mustStand(talk, words, 'reload while nothing is sent')
  })
  await back(talk.page)
  await settle(talk, 'reload while nothing is sent')
}

/** The server stores each attempt, but the responses are lost until the page gives up. */
const lostAnswers = async (talk: Talk) => {
  let lost = 0
  await meeting(
    talk,
    talk.asks,
    async (route) => {
      if (lost++ < 3) {
        await route.fetch()
        await route.abort()
      } else await route.continue()
    },
    async () => {
      await write(talk)
      await until(async () => lost >= 3, ceiling)
      await back(talk.page)
      await settle(talk, 'lost answers')
    },
  )
}

/** Two windows of one person have pending messages and go online at the same time. */
const twoWindows = async (talk: Talk) => {
  const other = await talk.context.newPage()
  watch(talk, other)
  await open({ ...talk, page: other })
  await talk.context.setOffline(true)
  await write(talk)
  await write(talk, other)
  await talk.context.setOffline(false)
  await Promise.all([back(talk.page), back(other)])
  await settle(talk, 'two windows')
  await other.close()
}

export const messageTroubles = { open, offline, failing, refused, ended, slow, reloadInMidSend, reloadUnsent, lostAnswers, twoWindows, settle, kept }
