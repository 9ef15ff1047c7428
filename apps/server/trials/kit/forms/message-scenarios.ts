import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { maxWaitMs } from '../../../test/wait-until.ts'
import type { RequestAs } from './long-forms.ts'
import {
  addFailure,
  countTries,
  endSessionDuring,
  errorResponse,
  expectText,
  expectThreeTries,
  fireOnline,
  interceptWrites,
  isBlank,
  type PageTest,
  recordRequests,
  waitUntil,
} from './page-test.ts'

/** A person in a conversation, and the messages sent so far, in order. */
export type ChatTest = PageTest & { patient_id: number; request: RequestAs; sent: string[] }

export const sendMessagePattern = /^\/api\/messages$/

const field = (page: Page) => page.getByRole('textbox', { name: 'メッセージを入力' })
const log = (page: Page) => page.getByRole('log')
const rows = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text })

const open = async ({ page, patient_id }: ChatTest) => {
  await page.goto(`/messages/${patient_id}`)
  await field(page).waitFor()
}

/** Writes the next message and clicks the send button, by default twice. */
const write = async (chatTest: ChatTest, page = chatTest.page, clickCount = 2) => {
  const text = `${chatTest.sent.length + 1}通目のお知らせです。`
  chatTest.sent.push(text)
  await field(page).fill(text)
  await page.getByRole('button', { name: '送信', exact: true }).click({ clickCount })
  return text
}

/** The stored messages, oldest first. */
const storedBodies = async ({ request, patient_id, sent }: ChatTest): Promise<string[]> => {
  const { items } = await request('nurse', 'GET', `/api/messages?patient_id=${patient_id}`)
  const bodies = (items as { body: string }[]).map(({ body }) => body)
  return bodies.filter((body) => sent.includes(body)).toReversed()
}

/** Checks that each message is stored once and in order, that the last two appear once on the page, and that none is pending. */
const checkDelivered = async (chatTest: ChatTest, step: string) => {
  chatTest.steps += 1
  const { page, sent, timeoutMs } = chatTest
  if (await isBlank(chatTest, page)) addFailure(chatTest, `${step}: the page is blank`)
  const expected = sent.join()
  if (!(await waitUntil(async () => (await storedBodies(chatTest)).join() === expected, timeoutMs)))
    addFailure(chatTest, `${step}: on the server are ${await storedBodies(chatTest)}, not ${expected}`)
  for (const text of sent.slice(-2))
    if (!(await waitUntil(async () => (await rows(page, text).count()) === 1, timeoutMs)))
      addFailure(chatTest, `${step}: “${text}” appears ${await rows(page, text).count()} times on the page`)
  if (!(await waitUntil(async () => (await log(page).getByText('送信中').count()) === 0, timeoutMs)))
    addFailure(chatTest, `${step}: a message is still pending`)
}

const expectOnPage = async (chatTest: ChatTest, text: string, step: string) => {
  if (!(await waitUntil(async () => (await rows(chatTest.page, text).count()) === 1, chatTest.timeoutMs)))
    addFailure(chatTest, `${step}: “${text}” is lost on the page`)
}

const offline = async (chatTest: ChatTest) => {
  await chatTest.context.setOffline(true)
  const texts = [await write(chatTest), await write(chatTest)]
  await expectText(chatTest, 'オフライン・つながると送信します', 'offline')
  for (const text of texts) await expectOnPage(chatTest, text, 'offline')
  await chatTest.context.setOffline(false)
  await fireOnline(chatTest.page)
  await checkDelivered(chatTest, 'offline')
}

const failingSends = (status: number) => async (chatTest: ChatTest) => {
  await interceptWrites(chatTest, chatTest.writePattern, errorResponse(status, 'unavailable'), async () => {
    chatTest.calls.length = 0
    const text = await write(chatTest)
    await waitUntil(async () => countTries(chatTest) >= 3, maxWaitMs)
    await expectText(chatTest, '送信できませんでした', String(status))
    expectThreeTries(chatTest, String(status))
    await expectOnPage(chatTest, text, String(status))
  })
  await fireOnline(chatTest.page)
  await checkDelivered(chatTest, String(status))
}

/** After a 422 the page does not retry: the message stays with its error until the person sends it again. */
const rejectedMessage = async (chatTest: ChatTest) => {
  await interceptWrites(chatTest, chatTest.writePattern, errorResponse(422, 'invalid'), async () => {
    chatTest.calls.length = 0
    const text = await write(chatTest)
    await expectText(chatTest, 'invalid 422', '422')
    await expectOnPage(chatTest, text, '422')
    await fireOnline(chatTest.page)
    if (countTries(chatTest) !== 1) addFailure(chatTest, `422: ${countTries(chatTest)} tries`)
  })
  await log(chatTest.page).getByRole('button', { name: 'もう一度送る' }).last().dblclick()
  await checkDelivered(chatTest, '422')
}

/** The session ends while a message is sent. The page of the sign-in, shown for `waitMs`, may not try to send the message again. */
const endedSession = (waitMs: number) => async (chatTest: ChatTest) => {
  let text = ''
  const checkStorageCleared = async () => {
    const browserStorage = (await chatTest.page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')) as string
    if (browserStorage.includes(text)) addFailure(chatTest, '401: the text stays in the browser storage')
    await sleep(waitMs)
  }
  await endSessionDuring(chatTest, async () => (text = await write(chatTest, chatTest.page, 1)), checkStorageCleared)
  await field(chatTest.page).waitFor()
  await checkDelivered(chatTest, '401')
}

const slowSends = (ms: number) => async (chatTest: ChatTest) => {
  await interceptWrites(
    chatTest,
    chatTest.writePattern,
    async (route) => {
      await sleep(ms)
      await route.continue()
    },
    async () => {
      const text = await write(chatTest)
      await expectText(chatTest, '送信中', 'slow')
      await expectOnPage(chatTest, text, 'slow')
      await write(chatTest)
      await checkDelivered({ ...chatTest, timeoutMs: chatTest.timeoutMs + 3 * ms }, 'slow')
    },
  )
}

/** The server has stored the message and its response is pending when the page is reloaded with a new draft. */
const reloadInMidSend = async (chatTest: ChatTest) => {
  const draft = `${chatTest.sent.length + 2}通目の書きかけ`
  let isResponsePending = false
  await interceptWrites(
    chatTest,
    chatTest.writePattern,
    async (route) => {
      await route.fetch()
      isResponsePending = true
      // no response
    },
    async () => {
      await write(chatTest)
      await waitUntil(async () => isResponsePending, chatTest.timeoutMs)
      await field(chatTest.page).fill(draft)
      await open(chatTest)
    },
  )
  await checkDelivered(chatTest, 'reload in mid-send')
  if ((await field(chatTest.page).inputValue()) !== draft) addFailure(chatTest, 'reload in mid-send: the draft is lost')
  await field(chatTest.page).fill('')
}

const reloadUnsent = async (chatTest: ChatTest) => {
  await interceptWrites(chatTest, chatTest.writePattern, errorResponse(503, 'unavailable'), async () => {
    const text = await write(chatTest)
    await waitUntil(async () => countTries(chatTest) > 0, chatTest.timeoutMs)
    await open(chatTest)
    await expectOnPage(chatTest, text, 'reload while every send fails')
  })
  await fireOnline(chatTest.page)
  await checkDelivered(chatTest, 'reload while every send fails')
}

/** The server receives three attempts whose responses are lost, so the page gives up. The next attempt gets its response. */
const lostResponses = async (chatTest: ChatTest) => {
  let lostCount = 0
  await interceptWrites(
    chatTest,
    chatTest.writePattern,
    async (route) => {
      if (lostCount++ < 3) {
        await route.fetch()
        await route.abort()
      } else await route.continue()
    },
    async () => {
      await write(chatTest)
      await waitUntil(async () => lostCount >= 3, maxWaitMs)
      await fireOnline(chatTest.page)
      await checkDelivered(chatTest, 'lost responses')
    },
  )
}

/** Two windows of one person have pending messages and go online at the same time. */
const twoWindows = async (chatTest: ChatTest) => {
  const otherPage = await chatTest.context.newPage()
  recordRequests(chatTest, otherPage)
  await open({ ...chatTest, page: otherPage })
  await chatTest.context.setOffline(true)
  await write(chatTest)
  await write(chatTest, otherPage)
  await chatTest.context.setOffline(false)
  await Promise.all([fireOnline(chatTest.page), fireOnline(otherPage)])
  await checkDelivered(chatTest, 'two windows')
  await otherPage.close()
}

export const messageScenarios = {
  open,
  offline,
  failingSends,
  rejectedMessage,
  endedSession,
  slowSends,
  reloadInMidSend,
  reloadUnsent,
  lostResponses,
  twoWindows,
  checkDelivered,
  storedBodies,
}
