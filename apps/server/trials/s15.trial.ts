import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { hasChromium } from '../test/browser.ts'
import { circlebackSecret } from '../test/circleback.ts'
import { ceiling } from '../test/patience.ts'
import { type Member, openWorld, type World } from '../test/world.ts'
import { addressOf } from './kit/nodes.ts'
import { isFull, report } from './kit/report.ts'
import { openEyes, shut, type Visit, walk, watch } from './kit/xss/xss-eyes.ts'
import { markOf, payloads } from './kit/xss/xss-payloads.ts'
import { bulkPages, dockedRoom, dockedRooms, searchRoom, searchRooms, templates } from './kit/xss/xss-steps.ts'
import { type Stored, storeEverywhere } from './kit/xss/xss-store.ts'

const texts = isFull ? payloads : payloads.slice(0, 20)
let world: World
let browser: Browser
let url: string
let stored: Stored
beforeAll(async () => {
  if (!hasChromium) return
  world = await openWorld({ env: { CIRCLEBACK_SECRET: circlebackSecret } })
  ;({ url } = await addressOf(world.app))
  browser = await openEyes()
  stored = await storeEverywhere(world, texts)
})

/** The pages of the care work with their dialogs, as this person would visit them. */
const pagesOf = ({ role }: Member, isJapanese: boolean): Visit[] => {
  const { interview_id, told_id, cancelled_id, questionnaire_id, facility_id, bulk_id } = stored
  const user = world.hanako.id
  const shared: Visit[] = [
    { path: `/${user}/timeline` },
    { path: `/interviews/${interview_id}`, press: role === 'doctor' && isJapanese ? [/発言の記録を見る/] : [] },
    { path: `/interviews/${told_id}` },
    { path: `/interviews/${cancelled_id}` },
    { path: '/facilities' },
    { path: `/facilities/${facility_id}` },
    { path: `/${user}/questionnaires/${questionnaire_id}` },
  ]
  if (role === 'patient')
    return [
      { path: `/${user}/summary`, press: isJapanese ? dockedRoom : [] },
      { path: '/interviews' },
      ...shared,
      { path: `/${user}/stress_check` },
      { path: `/messages/${user}`, hasLog: true, press: isJapanese ? [searchRoom] : [] },
    ]
  const isLookedAt = role === 'doctor' && isJapanese
  return [
    { path: '/today', press: isLookedAt ? dockedRooms : [] },
    { path: `/messages/${user}`, hasLog: true, press: isLookedAt ? [searchRooms, searchRoom] : [] },
    { path: '/interviews', press: isLookedAt ? [/未割り当ての議事録/] : [] },
    { path: `/${user}/summary`, press: isLookedAt ? [/のカルテを開く/, shut, /@package@/, shut, /カルテを書く/, templates] : [] },
    ...shared,
    ...(isLookedAt ? bulkPages(bulk_id, texts) : []),
    ...(role === 'doctor' ? [{ path: `/${user}/database` }, { path: '/imports' }] : []),
  ]
}

/** Visits half of the pages in each of two windows. */
const visit = async (member: Member, prefix = '') => {
  const eyes = await watch(browser, url, member)
  const pages = pagesOf(member, !prefix).map((page) => ({ ...page, path: `${prefix}${page.path}` }))
  const seen = await Promise.all(
    [0, 1].map((n) =>
      walk(
        eyes,
        pages.filter((_, at) => at % 2 === n),
      ),
    ),
  )
  await eyes.context.close()
  return { failures: eyes.failures, html: eyes.html(), seen: seen[0]! + seen[1]! }
}

test.skipIf(!hasChromium)(
  'S-15: shows stored texts as plain text on every page to every reader',
  async () => {
    const { hanako, staff } = world
    const began = performance.now()
    const visits = await Promise.all([visit(staff.doctor), visit(hanako)])
    if (isFull) {
      for (const role of ['nurse', 'trainer', 'nutritionist', 'concierge', 'observer', 'admin'] as const) visits.push(await visit(staff[role]))
      for (const prefix of ['/en', '/kr']) visits.push(await visit(staff.doctor, prefix), await visit(hanako, prefix))
    }
    const html = visits.map((item) => item.html).join()
    const unseen = stored.fields.filter((field) => !html.includes(markOf(field)))
    const failures = [...stored.failures, ...visits.flatMap((item) => item.failures)]
    const n = visits.reduce((sum, { seen }) => sum + seen, 0)
    const figures = { texts: stored.texts, fields: stored.fields.length, unseen, seconds: Math.round((performance.now() - began) / 1_000) }
    report('S-15', { n, failures: failures.length, figures })
    expect(failures).toEqual([])
    // a text that no page shows proves nothing
    expect(unseen).toEqual([])
  },
  600_000,
)

/** A page that renders one stored text as HTML, as a careless component would. */
const careless = `setInterval(() => {
  for (const one of document.querySelectorAll('p, span, td, div')) {
    if (one.dataset.taken || one.children.length || !one.textContent.includes('canary')) continue
    one.dataset.taken = 1
    one.innerHTML = one.textContent
  }
}, 50)`

/** Effects without the Content Security Policy, and reports with it. */
const ran = [/: executed 1$/, /: executed 16$/, /: asked 12$/, /^asked https:\/\/canary\.test/]
const told = [/ reported script-src/, / reported img-src/]

const visitCareless = async (hasPolicy: boolean) => {
  const eyes = await watch(browser, url, world.staff.doctor)
  await eyes.context.route('**/careless.js', (route) => route.fulfill({ contentType: 'text/javascript', body: careless }))
  await eyes.context.route(`**/${world.hanako.id}/timeline`, async (route) => {
    const answer = await route.fetch()
    const headers = answer.headers()
    if (!hasPolicy) delete headers['content-security-policy']
    await route.fulfill({ status: 200, headers, body: (await answer.text()).replace('</head>', '<script src="/careless.js" defer></script></head>') })
  })
  const isHeard = () => (hasPolicy ? told : ran).every((pattern) => eyes.failures.some((failure) => pattern.test(failure)))
  const wait = async (page: Page) => {
    for (const end = performance.now() + ceiling; performance.now() < end && !isHeard(); ) await page.waitForTimeout(50)
  }
  await walk(eyes, [
    { path: `/${world.hanako.id}/timeline`, press: [{ name: 'run the careless script', act: wait, where: (page) => page.locator('body'), shows: [] }] },
  ])
  await eyes.context.close()
  return eyes.failures
}

test.skipIf(!hasChromium)(
  'S-15 control: detects a page that renders text as HTML, and the policy blocks and reports it',
  async () => {
    const [open, kept] = await Promise.all([visitCareless(false), visitCareless(true)])
    const missed = [...ran, /: inserted <img src="x" onerror/, /inserted href=javascript:/]
      .filter((pattern) => !open.some((failure) => pattern.test(failure)))
      .concat(told.filter((pattern) => !kept.some((failure) => pattern.test(failure))))
      .map(String)
    if (!kept.some((failure) => / inserted /.test(failure))) missed.push('an inserted element under the policy')
    // Chromium also emits requests that the policy then blocks
    if (kept.some((failure) => / executed |: asked /.test(failure))) missed.push('the policy did not block it')
    report('S-15 control', { n: 10, failures: missed.length, figures: { found: open.length, under_policy: kept.length, missed } })
    expect(missed).toEqual([])
  },
  120_000,
)

test.skipIf(hasChromium)('S-15 skipped: CHROMIUM_PATH names no Chromium', () => {
  report('S-15', { n: 0, failures: 0, figures: { skipped: 'no Chromium' } })
})
