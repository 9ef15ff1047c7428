import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { hasChromium, openBrowser } from '../test/browser.ts'
import { copyDataDir, type RunningServer, startServer } from '../test/process.ts'
import { maxWaitMs } from '../test/wait-until.ts'
import { type FormTest, formScenarios } from './kit/forms/form-scenarios.ts'
import { karteForm, kartePatientId, type LongForm, questionnaireForm, type RequestAs, stressForm } from './kit/forms/long-forms.ts'
import { type ChatTest, messageScenarios, sendMessagePattern } from './kit/forms/message-scenarios.ts'
import { interceptWrites, type PageTest, recordRequests } from './kit/forms/page-test.ts'
import { isFull, report, seed } from './kit/report.ts'

const built = join(import.meta.dirname, '../../web/dist/index.html')
const isPossible = hasChromium && existsSync(built)
const password = 'asano-sanpo-30pun'

type Session = { id: number; email: string; access_token: string }
let server: RunningServer
let browser: Browser
const signedIn = new Map<string, Session>()

const contextOf = async (role: LongForm['role']) => {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 }, locale: 'ja-JP' })
  const { id, email, access_token } = signedIn.get(role)!
  const cookies = { id: String(id), email: encodeURIComponent(email), accessToken: access_token }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: server.url, sameSite: 'Strict' as const })))
  return context
}

let signInQueue: Promise<unknown> = Promise.resolve()
/** Windows sign in one after the other, so that the newest code in the mailbox of a person is for the window that reads it. */
const signInQueued = (page: Page, role: LongForm['role']): Promise<void> => {
  const ownTurn = signInQueue.then(() => signIn(page, role))
  signInQueue = ownTurn.catch(() => {})
  return ownTurn
}

const codeOf = async (email: string) => {
  const { items } = (await (await fetch(`${server.url}/dev/mailbox.json`)).json()) as { items: { to: string; text: string }[] }
  return items.find(({ to }) => to === email)!.text.match(/^\d{6}$/m)![0]
}

/** Signs in with the password and the emailed code, which it reads from the demo mailbox. */
const signIn = async (page: Page, role: LongForm['role']) => {
  const email = `${role}@example.com`
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  const code = page.getByLabel('6桁の確認コード')
  await code.waitFor()
  await code.fill(await codeOf(email))
  await page.waitForURL((url) => !/\/(sign_in|otp)$/.test(url.pathname))
}

const call = async <T>(method: string, path: string, body?: object, authorization = ''): Promise<T> => {
  const headers = { ...(authorization && { authorization }), ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(`${server.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Signs in over HTTP instead of in a browser. */
const openSession = async (role: LongForm['role']) => {
  const email = `${role}@example.com`
  const { challenge } = await call<{ challenge: string }>('POST', '/api/sign_in_v2', { email, password })
  signedIn.set(role, await call<Session>('POST', '/api/auth_otp', { email, challenge, otp: await codeOf(email) }))
}

const request: RequestAs = (role, method, path, body) => {
  const { access_token, email } = signedIn.get(role)!
  return call(method, path, body, `Token token="${access_token}", email="${email}"`)
}

const openPageTest = async (name: string, role: LongForm['role'], writePattern: RegExp, timeoutMs: number): Promise<PageTest> => {
  const context = await contextOf(role)
  context.setDefaultTimeout(maxWaitMs)
  const page = await context.newPage()
  return { name, context, page, writePattern, calls: [], failures: [], steps: 0, timeoutMs, signIn: (targetPage) => signInQueued(targetPage, role) }
}

const openFormTest = async (form: LongForm, timeoutMs = maxWaitMs): Promise<FormTest> => {
  const writePattern = new RegExp(`${form.savePattern.source}|${form.submitPattern.source}`)
  const formTest: FormTest = { ...(await openPageTest(form.name, form.role, writePattern, timeoutMs)), form, expected: '' }
  recordRequests(formTest, formTest.page)
  return formTest
}

const openChatTest = async (timeoutMs = maxWaitMs, script = ''): Promise<ChatTest> => {
  const chatTest: ChatTest = { ...(await openPageTest('messages', 'nurse', sendMessagePattern, timeoutMs)), patient_id: kartePatientId, request, sent: [] }
  recordRequests(chatTest, chatTest.page)
  await chatTest.context.addInitScript(script)
  await messageScenarios.open(chatTest)
  return chatTest
}

beforeAll(async () => {
  if (!isPossible) return
  ;[server, browser] = await Promise.all([copyDataDir('demo').then(({ folder }) => startServer(folder, { DEMO: 'on' })), openBrowser()])
  await Promise.all([openSession('patient'), openSession('nurse')])
})

type Steps<T extends PageTest> = [name: string, act: (pageTest: T) => Promise<unknown>][]
/** All steps in the full run, the named ones in the daily run. */
const selectSteps = <T extends PageTest>(steps: Steps<T>, daily: string[]) => steps.filter(([name]) => isFull || daily.includes(name))

/** Runs each step. An exception is a failure of that step; the next step starts from a reloaded page. */
const runSteps = async <T extends PageTest>(pageTest: T, steps: Steps<T>, restart: (restarted: T) => Promise<unknown>) => {
  for (const [name, act] of steps)
    await act(pageTest).catch(async (error: Error) => {
      pageTest.failures.push(`${pageTest.name}: ${name}: ${error.message.slice(0, 1_500)}`)
      await restart(pageTest).catch(() => {})
    })
  await pageTest.context.close()
}

const formSteps: Steps<FormTest> = [
  ['offline', formScenarios.offline],
  ['500', formScenarios.failingSaves(500)],
  ['503', formScenarios.failingSaves(503)],
  ['slow', formScenarios.slowSaves(10_000)],
  ['reload in mid-save', formScenarios.reloadInMidSave],
  ['reload unsaved', formScenarios.reloadUnsaved],
  ['two tabs', formScenarios.twoTabs],
  ['pressed twice', formScenarios.pressButtonsTwice],
  ['401', formScenarios.endedSession],
  ['sent', formScenarios.submitOnce],
]
/** Each form runs three of the steps daily; another seed rotates them. */
const dailySteps = [
  ['offline', '401', 'sent'],
  ['500', 'reload in mid-save', 'sent'],
  ['503', 'reload unsaved', 'sent'],
]

const runFormTest = async (formTest: FormTest, at: number) => {
  const { form, page } = formTest
  await form.open(page)
  await formScenarios.enterInput(formTest)
  await formScenarios.checkSaved(formTest, 'at the beginning')
  await runSteps(formTest, selectSteps(formSteps, dailySteps[(seed + at) % 3]!), async () => {
    await form.open(page)
    formTest.expected = await form.readPage(page)
  })
}

const chatSteps: Steps<ChatTest> = [
  ['offline', messageScenarios.offline],
  ['500', messageScenarios.failingSends(500)],
  ['503', messageScenarios.failingSends(503)],
  ['422', messageScenarios.rejectedMessage],
  ['slow', messageScenarios.slowSends(10_000)],
  ['reload in mid-send', messageScenarios.reloadInMidSend],
  ['reload unsent', messageScenarios.reloadUnsent],
  ['lost responses', messageScenarios.lostResponses],
  ['two windows', messageScenarios.twoWindows],
  ['401', messageScenarios.endedSession(isFull ? 6_000 : 500)],
]

const runChatTest = (chatTest: ChatTest) =>
  runSteps(chatTest, selectSteps(chatSteps, ['offline', '503', '422', 'lost responses', 'reload unsent']), async () => {
    chatTest.sent = await messageScenarios.storedBodies(chatTest)
    await messageScenarios.open(chatTest)
  })

test.skipIf(!isPossible)('R-17: loses no input, shows no blank page and creates no duplicates under network faults', async () => {
  const startedAt = performance.now()
  const forms = [await questionnaireForm(request), await stressForm(request), await karteForm(request)]
  const formTests = await Promise.all(forms.map((form) => openFormTest(form)))
  const chatTest = await openChatTest()
  await Promise.all([...formTests.map((formTest, at) => runFormTest(formTest, at)), runChatTest(chatTest)])
  const pageTests: PageTest[] = [...formTests, chatTest]
  const failures = pageTests.flatMap((pageTest) => pageTest.failures)
  const n = pageTests.reduce((sum, { steps }) => sum + steps, 0)
  report('R-17', {
    n,
    failures: failures.length,
    figures: { forms: forms.length, seconds: Math.round((performance.now() - startedAt) / 1_000), what: failures },
  })
  expect(failures).toEqual([])
})

/** Wraps the page's fetch with a fault. */
const fetchFault = (body: string) => `{ const original = window.fetch; window.fetch = async (url, init = {}) => { ${body} } }`
const storageFault = 'Storage.prototype.setItem = () => {}'
/** `showsAsEvent`: wait as long as usual for the event that reveals the fault; a fault that shows as something missing needs only a short timeout. */
type Fault<T> = { name: string; script?: string; showsAsEvent?: boolean; act: (pageTest: T) => Promise<unknown>; pattern: RegExp }

const formFaults: Fault<FormTest>[] = [
  {
    name: 'saved input is dropped',
    act: (formTest) =>
      interceptWrites(
        formTest,
        /job_stress_check_draft$/,
        (route) => route.fulfill({ json: { user_id: 1, answers: [], updated_at: '2026-11-21T00:05:00Z' } }),
        async () => {
          await formScenarios.enterInput(formTest)
          await formScenarios.checkSaved(formTest, 'dropped')
        },
      ),
    pattern: /lost on the server/,
  },
  {
    name: 'a save is retried four times',
    script: fetchFault('let a; for (let n = 0; n < 5; n++) { a = await original(url, init); if (a.ok || init.method !== "PUT") break } return a'),
    showsAsEvent: true,
    act: formScenarios.failingSaves(500),
    pattern: /500: \d+ tries/,
  },
  {
    name: 'the error message is hidden',
    script: 'addEventListener("DOMContentLoaded", () => document.body.insertAdjacentHTML("beforeend", "<style>[role=status]{display:none}</style>"))',
    act: formScenarios.failingSaves(503),
    pattern: /is not shown/,
  },
  {
    name: 'the page is blank after an error',
    script: fetchFault('const a = await original(url, init); if (a.status === 500) document.body.replaceChildren(); return a'),
    act: formScenarios.failingSaves(500),
    pattern: /the page is blank/,
  },
  { name: 'a reload loses unsaved input', script: storageFault, act: formScenarios.reloadUnsaved, pattern: /lost on the page/ },
]
const isMessage = 'init.method === "POST" && String(url) === "/api/messages"'
const chatFaults: Fault<ChatTest>[] = [
  {
    name: 'each click sends a message',
    script: fetchFault(
      `if (${isMessage}) { const h = new Headers(init.headers); h.set("idempotency-key", crypto.randomUUID()); await original(url, { ...init, headers: h, body: JSON.stringify({ ...JSON.parse(init.body), client_id: crypto.randomUUID() }) }) } return original(url, init)`,
    ),
    act: messageScenarios.lostResponses,
    pattern: /on the server are/,
  },
  {
    name: 'a 401 is retried',
    script: fetchFault(`const a = await original(url, init); return a.status === 401 && ${isMessage} ? original(url, init) : a`),
    showsAsEvent: true,
    act: messageScenarios.endedSession(500),
    pattern: /401: 2 tries/,
  },
  { name: 'a reload loses pending messages', script: storageFault, act: messageScenarios.reloadUnsent, pattern: /is lost on the page/ },
]

test.skipIf(!isPossible)(
  `R-17 control: detects ${isFull ? 'dropped and repeated saves, hidden errors, blank pages, input lost by a reload, and duplicate messages' : 'duplicate messages'}`,
  async () => {
    const undetected: string[] = []
    const judge = async <T extends PageTest>(pageTest: T, { name, act, pattern }: Fault<T>) => {
      await act(pageTest).catch((error: Error) => pageTest.failures.push(error.message))
      if (!pageTest.failures.some((failure) => pattern.test(failure))) undetected.push(`${name}: ${pageTest.failures.join('; ')}`)
      await pageTest.context.close()
    }
    const form = await stressForm(request)
    const timeoutMs = (showsAsEvent = false) => (showsAsEvent ? maxWaitMs : 1_500)
    const daily = ['each click sends a message']
    const isIncluded = ({ name }: { name: string }) => isFull || daily.includes(name)
    const [forms, chats] = [formFaults.filter(isIncluded), chatFaults.filter(isIncluded)]
    for (const fault of forms) {
      const formTest = await openFormTest(form, timeoutMs(fault.showsAsEvent))
      if (fault.script) await formTest.context.addInitScript(fault.script)
      await form.open(formTest.page)
      formTest.expected = await form.readPage(formTest.page)
      await judge(formTest, fault)
    }
    for (const fault of chats) {
      const chatTest = await openChatTest(timeoutMs(fault.showsAsEvent), fault.script)
      await judge(chatTest, fault)
    }
    const n = forms.length + chats.length
    report('R-17 control', { n, failures: undetected.length, figures: { caught: n - undetected.length, missed: undetected } })
    expect(undetected).toEqual([])
  },
)
