import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { hasChromium, openBrowser } from '../test/browser.ts'
import { ceiling } from '../test/patience.ts'
import { makeDataDir, type RunningServer, startServer } from '../test/process.ts'
import { type Seat, troubles } from './kit/forms/form-troubles.ts'
import { type Ask, karteForm, type LongForm, questionnaireForm, stressForm, written } from './kit/forms/long-forms.ts'
import { messageTroubles, sendsMessage, type Talk } from './kit/forms/message-troubles.ts'
import { meeting, type Place, watch } from './kit/forms/troubles.ts'
import { isFull, report, seed } from './kit/report.ts'

const built = join(import.meta.dirname, '../../web/dist/index.html')
const isPossible = hasChromium && existsSync(built)
const password = 'asano-sanpo-30pun'

type Session = { id: number; email: string; access_token: string }
let server: RunningServer
let browser: Browser
const signedIn = new Map<string, Session>()

const contextOf = async (who: LongForm['who']) => {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 }, locale: 'ja-JP' })
  const { id, email, access_token } = signedIn.get(who)!
  const cookies = { id: String(id), email: encodeURIComponent(email), accessToken: access_token }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: server.url, sameSite: 'Strict' as const })))
  return context
}

let turn: Promise<unknown> = Promise.resolve()
/** Windows of one person sign in one after the other, so that the newest code in the mailbox is theirs. */
const signInInTurn = (page: Page, who: LongForm['who']): Promise<void> => {
  const mine = turn.then(() => signIn(page, who))
  turn = mine.catch(() => {})
  return mine
}

const codeOf = async (email: string) => {
  const { items } = (await (await fetch(`${server.url}/dev/mailbox.json`)).json()) as { items: { to: string; text: string }[] }
  return items.find(({ to }) => to === email)!.text.match(/^\d{6}$/m)![0]
}

/** Password and emailed code, read from the demo's mailbox. */
const signIn = async (page: Page, who: LongForm['who']) => {
  const email = `${who}@example.com`
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
  const answer = await fetch(`${server.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** The same over HTTP. */
const enter = async (who: LongForm['who']) => {
  const email = `${who}@example.com`
  const { challenge } = await call<{ challenge: string }>('POST', '/api/sign_in_v2', { email, password })
  signedIn.set(who, await call<Session>('POST', '/api/auth_otp', { email, challenge, otp: await codeOf(email) }))
}

const ask: Ask = (who, method, path, body) => {
  const { access_token, email } = signedIn.get(who)!
  return call(method, path, body, `Token token="${access_token}", email="${email}"`)
}

const sitDown = async (name: string, who: LongForm['who'], asks: RegExp, patience: number): Promise<Place> => {
  const context = await contextOf(who)
  context.setDefaultTimeout(ceiling)
  const page = await context.newPage()
  return { name, context, page, asks, calls: [], failures: [], steps: 0, patience, signIn: (there) => signInInTurn(there, who) }
}

const sit = async (form: LongForm, patience = ceiling): Promise<Seat> => {
  const asks = new RegExp(`${form.saves.source}|${form.sends.source}`)
  const seat: Seat = { ...(await sitDown(form.name, form.who, asks, patience)), form, wanted: '' }
  watch(seat, seat.page)
  return seat
}

const talkTo = async (patience = ceiling, script = ''): Promise<Talk> => {
  const talk: Talk = { ...(await sitDown('messages', 'nurse', sendsMessage, patience)), patient_id: written, ask, sent: [] }
  watch(talk, talk.page)
  await talk.context.addInitScript(script)
  await messageTroubles.open(talk)
  return talk
}

beforeAll(async () => {
  if (!isPossible) return
  ;[server, browser] = await Promise.all([startServer(makeDataDir().folder, { DEMO: 'on' }), openBrowser()])
  await Promise.all([enter('patient'), enter('nurse')])
})

type Steps<T extends Place> = [name: string, act: (place: T) => Promise<unknown>][]
/** All steps in the full run, the named ones in the daily run. */
const chosen = <T extends Place>(steps: Steps<T>, daily: string[]) => steps.filter(([name]) => isFull || daily.includes(name))

/** Runs each step. An exception is a failure of that step; the next step starts from a reloaded form. */
const walk = async <T extends Place>(place: T, steps: Steps<T>, afresh: (place: T) => Promise<unknown>) => {
  for (const [name, act] of steps)
    await act(place).catch(async (error: Error) => {
      place.failures.push(`${place.name}: ${name}: ${error.message.slice(0, 300)}`)
      await afresh(place).catch(() => {})
    })
  await place.context.close()
}

const formSteps: Steps<Seat> = [
  ['offline', troubles.offline],
  ['500', troubles.failing(500)],
  ['503', troubles.failing(503)],
  ['slow', troubles.slow(10_000)],
  ['reload in mid-save', troubles.reloadInMidSave],
  ['reload unsaved', troubles.reloadUnsaved],
  ['two tabs', troubles.twoTabs],
  ['pressed twice', troubles.pressTwice],
  ['401', troubles.ended],
  ['sent', troubles.sendOnce],
]
/** Each form runs three of the steps daily; another seed rotates them. */
const dailySteps = [
  ['offline', '401', 'sent'],
  ['500', 'reload in mid-save', 'sent'],
  ['503', 'reload unsaved', 'sent'],
]

const fill = async (seat: Seat, at: number) => {
  const { form, page } = seat
  await form.open(page)
  await troubles.give(seat)
  await troubles.settle(seat, 'at the beginning')
  await walk(seat, chosen(formSteps, dailySteps[(seed + at) % 3]!), async () => {
    await form.open(page)
    seat.wanted = await form.shown(page)
  })
}

const talkSteps: Steps<Talk> = [
  ['offline', messageTroubles.offline],
  ['500', messageTroubles.failing(500)],
  ['503', messageTroubles.failing(503)],
  ['422', messageTroubles.refused],
  ['slow', messageTroubles.slow(10_000)],
  ['reload in mid-send', messageTroubles.reloadInMidSend],
  ['reload unsent', messageTroubles.reloadUnsent],
  ['lost answers', messageTroubles.lostAnswers],
  ['two windows', messageTroubles.twoWindows],
  ['401', messageTroubles.ended(isFull ? 6_000 : 500)],
]

const chat = (talk: Talk) =>
  walk(talk, chosen(talkSteps, ['offline', '503', '422', 'lost answers', 'reload unsent']), async () => {
    talk.sent = await messageTroubles.kept(talk)
    await messageTroubles.open(talk)
  })

test.skipIf(!isPossible)('R-17: loses no input, shows no blank page and creates no duplicates under network faults', async () => {
  const began = performance.now()
  const forms = [await questionnaireForm(ask), await stressForm(ask), await karteForm(ask)]
  const seats = await Promise.all(forms.map((form) => sit(form)))
  const talk = await talkTo()
  await Promise.all([...seats.map((seat, at) => fill(seat, at)), chat(talk)])
  const places: Place[] = [...seats, talk]
  const failures = places.flatMap((place) => place.failures)
  const n = places.reduce((sum, { steps }) => sum + steps, 0)
  report('R-17', { n, failures: failures.length, figures: { forms: forms.length, seconds: Math.round((performance.now() - began) / 1_000), what: failures } })
  expect(failures).toEqual([])
})

/** Wraps the page's fetch with a fault. */
const fetching = (body: string) => `{ const own = window.fetch; window.fetch = async (url, init = {}) => { ${body} } }`
const forgetful = 'Storage.prototype.setItem = () => {}'
/** `comes`: the fault shows as an event, so wait for it; otherwise it shows as something missing, so use a short timeout. */
type Fault<T> = { name: string; script?: string; comes?: boolean; act: (place: T) => Promise<unknown>; isSeen: RegExp }

const formFaults: Fault<Seat>[] = [
  {
    name: 'saved input is dropped',
    act: (seat) =>
      meeting(
        seat,
        /job_stress_check_draft$/,
        (route) => route.fulfill({ json: { user_id: 1, answers: [], updated_at: '2026-11-21T00:05:00Z' } }),
        async () => {
          await troubles.give(seat)
          await troubles.settle(seat, 'dropped')
        },
      ),
    isSeen: /lost on the server/,
  },
  {
    name: 'a save is retried four times',
    script: fetching('let a; for (let n = 0; n < 5; n++) { a = await own(url, init); if (a.ok || init.method !== "PUT") break } return a'),
    comes: true,
    act: troubles.failing(500),
    isSeen: /500: \d+ tries/,
  },
  {
    name: 'the error message is hidden',
    script: 'addEventListener("DOMContentLoaded", () => document.body.insertAdjacentHTML("beforeend", "<style>[role=status]{display:none}</style>"))',
    act: troubles.failing(503),
    isSeen: /is not shown/,
  },
  {
    name: 'the page is blank after an error',
    script: fetching('const a = await own(url, init); if (a.status === 500) document.body.replaceChildren(); return a'),
    act: troubles.failing(500),
    isSeen: /the page is blank/,
  },
  { name: 'a reload loses unsaved input', script: forgetful, act: troubles.reloadUnsaved, isSeen: /lost on the page/ },
]
const isMessage = 'init.method === "POST" && String(url) === "/api/messages"'
const talkFaults: Fault<Talk>[] = [
  {
    name: 'each click sends a message',
    script: fetching(
      `if (${isMessage}) { const h = new Headers(init.headers); h.set("idempotency-key", crypto.randomUUID()); await own(url, { ...init, headers: h, body: JSON.stringify({ ...JSON.parse(init.body), client_id: crypto.randomUUID() }) }) } return own(url, init)`,
    ),
    act: messageTroubles.lostAnswers,
    isSeen: /on the server are/,
  },
  {
    name: 'a 401 is retried',
    script: fetching(`const a = await own(url, init); return a.status === 401 && ${isMessage} ? own(url, init) : a`),
    comes: true,
    act: messageTroubles.ended(500),
    isSeen: /401: 2 tries/,
  },
  { name: 'a reload loses pending messages', script: forgetful, act: messageTroubles.reloadUnsent, isSeen: /is lost on the page/ },
]

test.skipIf(!isPossible)('R-17 control: detects dropped, repeated, silent, blank, forgotten and duplicate saves', async () => {
  const missed: string[] = []
  const judge = async <T extends Place>(place: T, { name, act, isSeen }: Fault<T>) => {
    await act(place).catch((error: Error) => place.failures.push(error.message))
    if (!place.failures.some((failure) => isSeen.test(failure))) missed.push(`${name}: ${place.failures.join('; ')}`)
    await place.context.close()
  }
  const form = await stressForm(ask)
  const patience = (comes = false) => (comes ? ceiling : 1_500)
  const daily = ['each click sends a message']
  const isDue = ({ name }: { name: string }) => isFull || daily.includes(name)
  const [forms, talks] = [formFaults.filter(isDue), talkFaults.filter(isDue)]
  for (const fault of forms) {
    const seat = await sit(form, patience(fault.comes))
    if (fault.script) await seat.context.addInitScript(fault.script)
    await form.open(seat.page)
    seat.wanted = await form.shown(seat.page)
    await judge(seat, fault)
  }
  for (const fault of talks) {
    const talk = await talkTo(patience(fault.comes), fault.script)
    await judge(talk, fault)
  }
  const n = forms.length + talks.length
  report('R-17 control', { n, failures: missed.length, figures: { caught: n - missed.length, missed } })
  expect(missed).toEqual([])
})
