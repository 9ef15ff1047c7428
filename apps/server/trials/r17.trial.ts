import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Seat, troubles, watch } from './kit/form-troubles.ts'
import { type Ask, karteForm, type LongForm, questionnaireForm, stressForm } from './kit/long-forms.ts'
import { isFull, report, seed } from './kit/report.ts'
import { chanceFrom, makeDataDir, type RunningServer, startServer } from './server.ts'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const built = join(import.meta.dirname, '../../web/dist/index.html')
// a minute of a browser: in full only, the journeys walk the same forms every day
const isPossible = isFull && existsSync(executablePath) && existsSync(built)
const password = 'asano-sanpo-30pun'

type State = Awaited<ReturnType<BrowserContext['storageState']>>
let server: RunningServer
let browser: Browser
let remove = () => {}
const signedIn = new Map<string, State>()

const contextOf = (storageState?: State) =>
  browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 }, locale: 'ja-JP', ...(storageState && { storageState }) })

let turn: Promise<unknown> = Promise.resolve()
/** Two windows of one person sign in one after the other: the newest code in the mailbox is one's own. */
const signInInTurn = (page: Page, who: LongForm['who']): Promise<void> => {
  const mine = turn.then(() => signIn(page, who))
  turn = mine.catch(() => {})
  return mine
}

/** Both steps, with the code from the demo's mailbox. */
const signIn = async (page: Page, who: LongForm['who']) => {
  const email = `${who}@example.com`
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  const code = page.getByLabel('6桁の確認コード')
  await code.waitFor()
  const { items } = (await (await fetch(`${server.url}/dev/mailbox.json`)).json()) as { items: { to: string; text: string }[] }
  await code.fill(items.find(({ to }) => to === email)!.text.match(/^\d{6}$/m)![0])
  await page.waitForURL((url) => !/\/(sign_in|otp)$/.test(url.pathname))
}

const enter = async (who: LongForm['who']) => {
  const context = await contextOf()
  const page = await context.newPage()
  await page.goto('/sign_in')
  await signIn(page, who)
  await page.waitForURL(/\/(\d+\/summary|today)$/)
  signedIn.set(who, await context.storageState())
  await context.close()
}

const ask: Ask = async (who, method, path, body) => {
  const value = (name: string) => decodeURIComponent(signedIn.get(who)!.cookies.find((cookie) => cookie.name === name)?.value ?? '')
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Token token="${value('accessToken')}", email="${value('email')}"`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

const sit = async (form: LongForm, patience = 10_000): Promise<Seat> => {
  const context = await contextOf(signedIn.get(form.who))
  context.setDefaultTimeout(8_000)
  const page = await context.newPage()
  const seat: Seat = {
    form,
    context,
    page,
    wanted: '',
    calls: [],
    failures: [],
    steps: 0,
    patience,
    signIn: (there) => signInInTurn(there, form.who),
  }
  watch(seat, page)
  return seat
}

beforeAll(async () => {
  if (!isPossible) return
  const data = makeDataDir()
  remove = data.remove
  const flags = ['--no-sandbox', '--disable-background-networking', '--disable-quic', '--disable-component-update', '--disable-sync', '--no-first-run']
  ;[server, browser] = await Promise.all([startServer(data.folder, { DEMO: 'on' }), chromium.launch({ executablePath, args: flags })])
  await Promise.all([enter('patient'), enter('nurse')])
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await server?.end()
  remove()
})

/** Each trouble in turn; what a step throws is a failure of that step, and the next one begins afresh. */
const walk = async (seat: Seat, at: number, chance: () => number) => {
  const { form, page } = seat
  await form.open(page)
  await troubles.give(seat)
  await troubles.settle(seat, 'at the beginning')
  const buttons = (count: number) => Array.from({ length: count }, (_, n) => n).filter(() => isFull || chance() < 2 / count)
  const steps = {
    offline: troubles.offline,
    // daily one of both
    ...((isFull || at % 2 === 0) && { 500: troubles.failing(500) }),
    ...((isFull || at % 2 === 1) && { 503: troubles.failing(503) }),
    slow: troubles.slow(isFull ? 10_000 : 700),
    'reload in mid-save': troubles.reloadInMidSave,
    'reload while nothing is saved': troubles.reloadUnsaved,
    'two tabs': troubles.twoTabs,
    'pressed twice': troubles.pressTwice(buttons),
    ...((isFull || (seed + at) % 3 === 0) && { 401: troubles.ended }),
    sent: troubles.sendOnce,
  }
  for (const [name, act] of Object.entries(steps)) {
    await act(seat).catch(async (error: Error) => {
      seat.failures.push(`${form.name}: ${name}: ${error.message.slice(0, 300)}`)
      await form.open(page).catch(() => {})
      seat.wanted = await form.shown(page).catch(() => seat.wanted)
    })
  }
  await seat.context.close()
}

test.skipIf(!isPossible)(
  'on the long forms nothing given is lost, no page is white and each record is one, whatever happens to the line',
  async () => {
    const chance = chanceFrom(seed)
    const began = performance.now()
    const forms = [await questionnaireForm(ask), await stressForm(ask), await karteForm(ask)]
    const seats = await Promise.all(forms.map((form) => sit(form)))
    await Promise.all(seats.map((seat, at) => walk(seat, at, chance)))
    const failures = seats.flatMap((seat) => seat.failures)
    const n = seats.reduce((sum, { steps }) => sum + steps, 0)
    report('R-17', { n, failures: failures.length, figures: { forms: forms.length, seconds: Math.round((performance.now() - began) / 1_000), what: failures } })
    expect(failures).toEqual([])
  },
  600_000,
)

const draft = { user_id: 1, answers: [], updated_at: '2026-11-21T00:05:00Z' }
/** Put around the page's own fetch: what a careless page would do. */
const fetching = (body: string) => `{ const own = window.fetch; window.fetch = async (url, init = {}) => { ${body} } }`
const faults: { name: string; script?: string; route?: boolean; act: (seat: Seat) => Promise<unknown>; isSeen: RegExp }[] = [
  {
    name: 'what is kept is dropped',
    route: true,
    act: (seat) => troubles.give(seat).then(() => troubles.settle(seat, 'dropped')),
    isSeen: /lost with the server/,
  },
  {
    name: 'it is tried five times',
    script: fetching('let a; for (let n = 0; n < 5; n++) { a = await own(url, init); if (a.ok || init.method !== "PUT") break } return a'),
    act: troubles.failing(500),
    isSeen: /500: \d+ tries/,
  },
  {
    name: 'nothing is said',
    script: 'addEventListener("DOMContentLoaded", () => document.body.insertAdjacentHTML("beforeend", "<style>[role=status]{display:none}</style>"))',
    act: troubles.failing(503),
    isSeen: /is not said/,
  },
  {
    name: 'the page is gone after a fault',
    script: fetching('const a = await own(url, init); if (a.status === 500) document.body.replaceChildren(); return a'),
    act: troubles.failing(500),
    isSeen: /the page is white/,
  },
  {
    name: 'what is not kept is forgotten by a reload',
    script: 'Storage.prototype.setItem = () => {}',
    act: troubles.reloadUnsaved,
    isSeen: /lost on the page/,
  },
  {
    name: 'each press is a record',
    script: fetching(
      'if (init.method === "POST" && String(url).endsWith("_results")) { const h = new Headers(init.headers); h.set("idempotency-key", crypto.randomUUID()); await own(url, { ...init, headers: h }) } return own(url, init)',
    ),
    act: troubles.sendOnce,
    isSeen: /[2-9] records/,
  },
]

test.skipIf(!isPossible)(
  'a page that drops, repeats, keeps silent, goes white, forgets or sends twice is caught in each',
  async () => {
    const missed: string[] = []
    const form = await stressForm(ask)
    for (const { name, script, route, act, isSeen } of faults) {
      const seat = await sit(form, 1_500)
      if (script) await seat.context.addInitScript(script)
      if (route)
        await seat.context.route(/job_stress_check_draft$/, (one) => (one.request().method() === 'PUT' ? one.fulfill({ json: draft }) : one.continue()))
      await form.open(seat.page)
      seat.wanted = await form.shown(seat.page)
      await act(seat).catch((error: Error) => seat.failures.push(error.message))
      if (!seat.failures.some((one) => isSeen.test(one))) missed.push(`${name}: ${seat.failures.join('; ')}`)
      await seat.context.close()
    }
    report('R-17 control', { n: faults.length, failures: missed.length, figures: { caught: faults.length - missed.length, missed } })
    expect(missed).toEqual([])
  },
  600_000,
)
